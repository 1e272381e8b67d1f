//! what: proofs: locals that are set only where they are used

int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int value, known = 0;
    if (x > 0) {
        value = 3;
        known = 1;
    }
    while (__VERIFIER_nondet_int()) {
        if (known == 0) {
            value = 4;
            known = 2;
        }
        if (value < 3) // infeasible: true
            return 1;
    }
    if (known) {
        if (value == 5) // infeasible: true
            return 2;
        if (value == 4)
            return 3;
        if (known == 2) // infeasible: true
            return 4;
    }
    return 0;
}
