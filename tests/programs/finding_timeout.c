//! what: a loop that does not end for one input
//! finding: timeout 10

int __VERIFIER_nondet_int(void);

int main(void) {
    unsigned x = (unsigned)__VERIFIER_nondet_int();
    volatile unsigned steps = 0;
    if (x == 77)
        while (steps != 1) steps += 2;
    return 0;
}
