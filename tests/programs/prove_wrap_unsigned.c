//! what: proofs: unsigned arithmetic wraps around, so what is impossible for numbers is possible here

unsigned __VERIFIER_nondet_uint(void);
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    unsigned y = __VERIFIER_nondet_uint();
    if (x + 1 < x)
        return 1;
    if (x + y < x)
        return 2;
    if (x * 2 == 6
        && x != 3)
        return 3;
    if (x * 2 % 2 == 1) // infeasible: true
        return 4;
    if (x - y == 0
        && x != y) // infeasible: true
        return 5;
    if (x * x == 3) // infeasible: true
        return 6;
    if (x * x == 17)
        return 7;
    unsigned char small = __VERIFIER_nondet_uchar();
    if ((unsigned)small + 1 < small) // infeasible: true
        return 8;
    if ((unsigned char)(small + 1) < small)
        return 9;
    return 0;
}
