//! what: proofs: conversions between integers of different widths and signs

int __VERIFIER_nondet_int(void);
long __VERIFIER_nondet_long(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    long l = __VERIFIER_nondet_long();
    unsigned char cut = (unsigned char)x;
    signed char sign = (signed char)x;
    if (cut == sign
        && sign < 0) // infeasible: true
        return 1;
    if (x == 300
        && cut != 44) // infeasible: true
        return 2;
    if (sign == -56)
        return 3;
    if ((int)l == 0
        && l != 0)
        return 4;
    if ((long)(int)l == l) {
        if (l > 0x7fffffff) // infeasible: true
            return 5;
        if (l == -5)
            return 6;
    }
    if (x < 0
        && (unsigned)x < 10) // infeasible: true
        return 7;
    if ((unsigned long)x > 0xffffffffu)
        return 8;
    if ((unsigned long)(unsigned)x > 0xffffffffu) // infeasible: true
        return 9;
    if (x < sizeof x
        && x < 0) // infeasible: true
        return 10;
    return 0;
}
