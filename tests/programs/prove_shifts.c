//! what: proofs: shifts by counts that are not known

unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint(), by = __VERIFIER_nondet_uint();
    if (by >= 32)
        return 1;
    unsigned one = 1u << by;
    if (one == 0) // infeasible, unproved: true
        return 2;
    if (one & (one - 1)) // infeasible, unproved: true
        return 3;
    if (x << 3 & 7) // infeasible: true
        return 4;
    if (x >> 28 > 15) // infeasible: true
        return 5;
    if ((x << 4) >> 4 != x)
        return 6;
    int negative = (int)(x | 0x80000000u);
    if (negative >> 31 != -1) // infeasible: true
        return 7;
    if (x >> (by & 31) > x) // infeasible: true
        return 8;
    if (one == 0x400)
        return 9;
    return 0;
}
