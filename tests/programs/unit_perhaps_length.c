//! what: a buffer filled up to a number that may be its length or not: runs stay on their paths
//! entry: fill
//! cover: branch 2/2
//! needs-contract: out-of-bounds 10 d points to at least 9 elements
//! needs-contract: null-dereference 10 d is not null

int fill(char *d, unsigned n) {
    unsigned i;
    for (i = 0; i <= n; i++)
        d[i] = 0;
    return 0;
}
