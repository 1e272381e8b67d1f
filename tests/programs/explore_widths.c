//! what: inputs of every integer width
//! cover: branch 14/14

char __VERIFIER_nondet_char(void);
unsigned char __VERIFIER_nondet_uchar(void);
short __VERIFIER_nondet_short(void);
unsigned short __VERIFIER_nondet_ushort(void);
long __VERIFIER_nondet_long(void);
unsigned long __VERIFIER_nondet_ulong(void);
_Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int hits = 0;
    if (__VERIFIER_nondet_char() == -100)
        hits++;
    if (__VERIFIER_nondet_uchar() == 200)
        hits++;
    if (__VERIFIER_nondet_short() == -30000)
        hits++;
    if (__VERIFIER_nondet_ushort() == 60000)
        hits++;
    if (__VERIFIER_nondet_long() == 0x123456789abcdefL)
        hits++;
    if (__VERIFIER_nondet_ulong() == 0xfedcba9876543210ul)
        hits++;
    if (__VERIFIER_nondet_bool())
        hits++;
    return hits;
}
