//! what: proofs: division towards zero, and remainders that are negative

int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x % 5 == -3)
        return 1;
    if (x % 5 == 7) // infeasible: true
        return 2;
    if (x % 5 < 0
        && x > 0) // infeasible: true
        return 3;
    if (x % 2 == 1
        && x < 0) // infeasible: true
        return 4;
    if (x < 0) {
        if (x / 2 > x >> 1)
            return 5;
        if (x / 2 < x >> 1) // infeasible: true
            return 6;
    }
    unsigned u = (unsigned)x;
    if (u % 5 > 4) // infeasible: true
        return 7;
    if (u / 3 > 0x55555555u) // infeasible: true
        return 8;
    // Only -1 gives that, and it has left above.
    if (u / 3 == 0x55555555u) // infeasible: true
        return 9;
    if (u / 3 == 0x55555554u)
        return 10;
    return 0;
}
