//! what: the error function of the verification competitions
//! cover: branch 2/2
//! finding: reach-error 11

int __VERIFIER_nondet_int(void);
void __VERIFIER_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x == 2000000001)
        __VERIFIER_error();
    return 0;
}
