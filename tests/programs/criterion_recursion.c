//! what: a condition that calls its own function in the middle of the decision
//! cover: statement 19/19
//! cover: branch 14/14
//! cover: condition 20/20
//! cover: mcdc 7/7

int __VERIFIER_nondet_int(void);

static int depth(int x, int left) {
    if (left > 0 && depth(x / 2, left - 1) > 1 && x % 2) return left + 1;
    return x > 4 || left == 1 ? 2 : 1;
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 0 || x > 40) return 0;
    return depth(x, 3);
}
