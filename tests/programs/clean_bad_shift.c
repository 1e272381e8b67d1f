//! what: a shift below the width of the type
//! cover: branch 2/2
//! findings: none

unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 31)
        return 0;
    return (int)(1u << n);
}
