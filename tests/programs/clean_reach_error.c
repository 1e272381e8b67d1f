//! what: an error function that cannot be reached
//! cover: branch 3/4
//! infeasible-left: 1
//! findings: none

int __VERIFIER_nondet_int(void);
void __VERIFIER_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x > 5 && x < 5)
        __VERIFIER_error();
    return 0;
}
