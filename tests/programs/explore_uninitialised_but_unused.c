//! what: an uninitialised variable that is only read after it was set
//! cover: branch 6/6
//! paths: 4

int __VERIFIER_nondet_int(void);

int main(void) {
    int value;
    int x = __VERIFIER_nondet_int();
    if (x > 0)
        value = x;
    if (x > 10 && value > 20)
        return 1;
    return 0;
}
