//! what: recursion that ends for every input
//! cover: branch 4/4
//! findings: none

int __VERIFIER_nondet_int(void);

static int descend(int n, int step) {
    if (n <= 0)
        return 0;
    return 1 + descend(n - step, step);
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x == 17)
        return descend(5, 2);
    return descend(5, 1);
}
