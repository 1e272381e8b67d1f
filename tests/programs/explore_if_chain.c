//! what: a chain of comparisons on one integer
//! cover: branch 6/6
//! paths: 4

int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < -1000)
        return 1;
    else if (x == 123456)
        return 2;
    else if (x > 2000000000)
        return 3;
    return 0;
}
