//! what: code marked unreachable that is reached
//! finding: unreachable 16

int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    switch (x & 3) {
    case 0:
        return 5;
    case 1:
        return 6;
    case 2:
        return 7;
    }
    __builtin_unreachable();
}
