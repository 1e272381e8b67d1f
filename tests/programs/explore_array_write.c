//! what: a write at a symbolic index, seen by later reads
//! cover: branch 10/10

unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned a[6] = {0};
    unsigned i = __VERIFIER_nondet_uint();
    unsigned j = __VERIFIER_nondet_uint();
    if (i >= 6 || j >= 6)
        return 0;
    a[i] = __VERIFIER_nondet_uint();
    if (a[3] == 42)
        return 1;
    a[j]++;
    if (a[0] == 1 && a[5] == 9)
        return 2;
    return 3;
}
