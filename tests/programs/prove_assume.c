//! what: proofs: assumptions about inputs

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

int main(void) {
    int x = __VERIFIER_nondet_int(), sum = 0;
    __VERIFIER_assume(x > 2);
    __VERIFIER_assume(x < 9);
    if (x == 2) // infeasible: true
        return 1;
    for (int i = 0; i < x; i++) {
        int part = __VERIFIER_nondet_int();
        __VERIFIER_assume((unsigned)part <= 1);
        sum += part;
        if (sum > 8) // infeasible: true
            return 2;
    }
    if (sum == 8)
        return 3;
    if (sum < 0) // infeasible: true
        return 4;
    return 0;
}
