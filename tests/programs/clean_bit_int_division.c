//! what: a quotient of integers of more than 128 bits whose divisor is never 0
//! flags: -std=c23
//! cover: branch 4/4

unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    _BitInt(200) divisor = (_BitInt(200))n - 1000;
    if (n < 10 || n == 1000)
        return 1;
    return (int)((_BitInt(200))123456 / divisor);
}
