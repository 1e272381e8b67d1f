//! what: comparisons of mixed signedness
//! cover: branch 7/8
//! infeasible-left: 1

int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    unsigned u = 5;
    if (x < 0) {
        if (x > u)
            return 1;
        return 2;
    }
    if ((signed char)x == -1 && x < 1000)
        return 3;
    return 0;
}
