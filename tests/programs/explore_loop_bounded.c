//! what: a loop whose bound is symbolic: one path per count
//! cover: branch 2/2
//! paths: 7

unsigned __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    __VERIFIER_assume(n <= 6);
    unsigned sum = 0;
    for (unsigned i = 0; i < n; i++)
        sum += i;
    return (int)sum;
}
