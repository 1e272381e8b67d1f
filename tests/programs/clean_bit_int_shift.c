//! what: a shift of an integer of more than 128 bits by less than its width
//! flags: -std=c23
//! cover: branch 2/2

unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 299)
        return 0;
    return (int)((unsigned _BitInt(300))1 << n >> 200);
}
