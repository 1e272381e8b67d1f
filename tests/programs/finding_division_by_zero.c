//! what: a divisor that can become zero
//! cover: branch 4/4
//! finding: division-by-zero 11

int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 90 || x > 110)
        return 0;
    return 1000 / (x - 101);
}
