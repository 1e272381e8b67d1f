//! what: conditions that contradict each other
//! cover: branch 6/8
//! infeasible-left: 2

int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x > 10) {
        if (x < 5)
            return 1;
    } else if (x > 0 && x * 2 == 7) {
        return 2;
    }
    return 0;
}
