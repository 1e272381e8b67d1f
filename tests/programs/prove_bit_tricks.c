//! what: proofs: masks, powers of two, swaps and parities

unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
    unsigned lowest = x & -x;
    if ((lowest & (lowest - 1)) != 0) // infeasible: true
        return 1;
    if (lowest > x) // infeasible: true
        return 2;
    if (lowest == 0x80000000u)
        return 3;
    unsigned a = x, b = y;
    a ^= b;
    b ^= a;
    a ^= b;
    if (a != y) // infeasible: true
        return 4;
    if (b != x) // infeasible: true
        return 5;
    if ((x | y) < x) // infeasible: true
        return 6;
    if ((x ^ y) > (x | y)) // infeasible: true
        return 7;
    if ((x ^ y) == (x | y))
        return 8;
    unsigned bits = 0;
    for (unsigned rest = x & 0x111; rest != 0; rest &= rest - 1)
        bits++;
    if (bits > 3) // infeasible: true
        return 9;
    if (bits == 3)
        return 10;
    return 0;
}
