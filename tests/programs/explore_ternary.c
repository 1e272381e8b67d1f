//! what: conditional operators, also those that compile to a select
//! cover: branch 6/6

int __VERIFIER_nondet_int(void);

static int pick(int x) {
    int sign = x < 0 ? -1 : 1;
    int kind = x == 77 ? x + 1 : x / 2;
    return sign * kind;
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    int r = pick(x);
    return r == 78 ? 1 : 0;
}
