//! what: a sum checked before it is made
//! cover: branch 4/4
//! findings: none

int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 0 || x == 2147483647)
        return 0;
    int y = x + 1;
    return y > 0;
}
