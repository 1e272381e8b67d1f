//! what: a divisor that cannot become zero
//! cover: branch 4/4
//! findings: none

int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 90 || x > 100)
        return 0;
    return 1000 / (x - 101);
}
