//! what: masks, xor and population counts
//! cover: branch 12/12

unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    if (x != 0 && (x & (x - 1)) == 0 && (x ^ 0xff00u) == 0xff80u)
        return 1;
    if (__builtin_popcount(x) == 20 && (x & 0xff) == 0)
        return 2;
    if (((x << 7) | (x >> 25)) == 0xdeadbeefu)
        return 3;
    return 0;
}
