//! what: __VERIFIER_assert that the program only declares
//! finding: assertion 9

int __VERIFIER_nondet_int(void);
void __VERIFIER_assert(int condition);

int main(void) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assert(x != 1234);
    return 0;
}
