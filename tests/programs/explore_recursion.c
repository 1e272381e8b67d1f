//! what: recursion whose depth is symbolic
//! cover: branch 10/10

unsigned __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int);

static unsigned gcd(unsigned a, unsigned b) {
    if (b == 0)
        return a;
    return gcd(b, a % b);
}

int main(void) {
    unsigned a = __VERIFIER_nondet_uint();
    unsigned b = __VERIFIER_nondet_uint();
    __VERIFIER_assume((a < 32) & (b < 32));
    if (gcd(a, b) == 7 && a != b && a > 7 && b > 7)
        return 1;
    return 0;
}
