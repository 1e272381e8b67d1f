//! what: recursion that does not end for one input
//! cover: branch 4/4
//! finding: stack-overflow 10

int __VERIFIER_nondet_int(void);

static int descend(int n, int step) {
    if (n == 0)
        return 0;
    return 1 + descend(n - step, step);
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x == 17)
        return descend(5, 0);
    return descend(5, 1);
}
