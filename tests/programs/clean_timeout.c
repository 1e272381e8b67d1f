//! what: a loop that ends for every input
//! cover: branch 4/4
//! findings: none

int __VERIFIER_nondet_int(void);

int main(void) {
    unsigned x = (unsigned)__VERIFIER_nondet_int();
    volatile unsigned steps = 0;
    if (x == 77)
        while (steps != 1000)
            steps += 2;
    return 0;
}
