//! what: operands of && and || are branches of their own
//! cover: branch 6/6
//! paths: 5

int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int();
    int b = __VERIFIER_nondet_int();
    int c = __VERIFIER_nondet_int();
    if ((a > 3 && b < 2) || c == 7)
        return 1;
    return 0;
}
