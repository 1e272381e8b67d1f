//! what: a branch on a variable that one path leaves unset
//! finding: uninitialised-read 11

int __VERIFIER_nondet_int(void);

int main(void) {
    int value;
    int x = __VERIFIER_nondet_int();
    if (x > 0)
        value = x;
    if (value == 3)
        return 1;
    return 0;
}
