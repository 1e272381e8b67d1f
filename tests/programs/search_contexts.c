//! what: outcomes deep inside nested conditions that depend on a decision before them
//! cover: branch 24/24
//! findings: none

extern unsigned char __VERIFIER_nondet_uchar(void);
/* Many paths that have nothing to do with the rest. */
static int bits_of(unsigned char x) {
    int count = 0;
    for (int bit = 0; bit < 8; bit++)
        if (x >> bit & 1) count++;
    return count;
}
int main(void) {
    unsigned char mode = __VERIFIER_nondet_uchar(), key = __VERIFIER_nondet_uchar();
    unsigned char a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();
    unsigned char c = __VERIFIER_nondet_uchar(), d = __VERIFIER_nondet_uchar();
    int offset = 0, found = bits_of(__VERIFIER_nondet_uchar());
    if (mode == 9) offset = 300;
    else if (mode == 10) offset = 600;
    else if (mode == 11) offset = 900;
    if (a > 10)
        if (b > 20)
            if (c > 30)
                if (d > 40) {
                    if (key + offset == 305) found = -1;
                    if (key + offset == 605) found = -2;
                    if (key + offset == 905) found = -3;
                }
    return found;
}
