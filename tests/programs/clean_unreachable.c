//! what: code marked unreachable that is not reached
//! findings: none

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
    case 3:
        return 8;
    }
    __builtin_unreachable();
}
