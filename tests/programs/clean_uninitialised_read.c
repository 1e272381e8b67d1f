//! what: a variable set on every path
//! cover: branch 4/4
//! findings: none

int __VERIFIER_nondet_int(void);

int main(void) {
    int value = 0;
    int x = __VERIFIER_nondet_int();
    if (x > 0)
        value = x;
    if (value == 3)
        return 1;
    return 0;
}
