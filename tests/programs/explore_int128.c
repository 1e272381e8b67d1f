//! what: 128-bit products of symbolic numbers
//! cover: branch 4/4

unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
    unsigned long a = __VERIFIER_nondet_ulong();
    unsigned __int128 p = (unsigned __int128)a * 3;
    if ((unsigned long)(p >> 64) == 2)
        return 1;
    if (p == (unsigned __int128)3000000000000ull)
        return 2;
    return 0;
}
