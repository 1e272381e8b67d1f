//! what: proofs: signed arithmetic that is told to wrap around
//! flags: -fwrapv

int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int sum = 0;
    if (x > 0) {
        if (x + 1 < 0)
            return 1;
        if (x + 1 == 0) // infeasible: true
            return 2;
    }
    if (-x == x) {
        if (x > 0) // infeasible: true
            return 3;
        if (x != 0)
            return 4;
    }
    for (signed char i = 1; i > 0; i = (signed char)(i * 2 + 1)) {
        sum++;
        if (i % 2 == 0) // infeasible: true
            return 5;
    }
    if (sum > 7) // infeasible: true
        return 6;
    return 0;
}
