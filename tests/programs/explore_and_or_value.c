//! what: && and || used as values
//! cover: branch 8/8

int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int();
    int b = __VERIFIER_nondet_int();
    int both = a == 11 && !b;
    int any = a == 12 || b == 13;
    return both * 2 + any;
}
