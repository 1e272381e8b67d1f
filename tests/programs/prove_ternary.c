//! what: proofs: choices as values

int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int clipped =
        x > 10
            ? 10
            : x;
    clipped =
        clipped < -10
            ? -10
            : clipped;
    int sign =
        clipped > 0
            ? 1
            : -1;
    if (clipped > 10) // infeasible: true
        return 1;
    if (clipped < -10) // infeasible: true
        return 2;
    if (sign * clipped < 0) // infeasible: true
        return 3;
    int same =
        sign == 0 // infeasible: true
            ? 5
            : 6;
    if (same == 5) // infeasible: true
        return 4;
    if (clipped == 10)
        return 5;
    return 0;
}
