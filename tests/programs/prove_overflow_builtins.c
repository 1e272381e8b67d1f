//! what: proofs: arithmetic that tells whether it overflows

int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), sum, product;
    if (__builtin_add_overflow(x, y, &sum)) {
        if (x > 0
            && y < 0) // infeasible: true
            return 1;
        if (sum == 0)
            return 2;
    } else {
        if (x > 0
            && y > 0
            && sum < x) // infeasible: true
            return 3;
    }
    if (!__builtin_mul_overflow(x, 16, &product)) {
        if (product % 16) // infeasible: true
            return 4;
        if (x > 0
            && product < x) // infeasible: true
            return 5;
        if (product == 160)
            return 6;
    }
    return 0;
}
