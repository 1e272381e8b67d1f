//! what: the same index with the right bound
//! cover: branch 2/2
//! findings: none

unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    int a[5] = {1, 2, 3, 4, 5};
    unsigned i = __VERIFIER_nondet_uint();
    if (i >= 5)
        return 0;
    return a[i];
}
