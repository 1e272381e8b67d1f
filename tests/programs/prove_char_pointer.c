//! what: proofs: bytes of an integer are written through a pointer to char

unsigned char __VERIFIER_nondet_uchar(void);
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    int flag = 0, quiet = 0;
    unsigned char *bytes = (unsigned char *)&flag;
    bytes[3] = 0x80;
    if (flag >= 0) // infeasible: true
        return 1;
    bytes[3] = 0;
    unsigned at = __VERIFIER_nondet_uint();
    if (at > 3)
        return 2;
    bytes[at] = __VERIFIER_nondet_uchar();
    if (flag == 0x4200)
        return 3;
    if (flag == 0x420001) // infeasible, unproved: true
        return 4;
    if (quiet) // infeasible: true
        return 5;
    for (unsigned i = 0; i < sizeof flag; i++)
        bytes[i] = 1;
    if (flag != 0x01010101) // infeasible, unproved: true
        return 6;
    return 0;
}
