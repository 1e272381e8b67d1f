//! what: decisions whose value is used: stored, returned, passed, negated, as an index
//! cover: statement 19/19
//! cover: branch 30/30
//! cover: condition 44/44
//! cover: mcdc 15/15

int __VERIFIER_nondet_int(void);

static int take(int truth) { return truth + 1; }
static int answer(int a, int b) { return a > 1 || (b > 2 && a < -3); }

int main(void) {
    int a = __VERIFIER_nondet_int();
    int b = __VERIFIER_nondet_int();
    static const int table[2] = { 3, 5 };
    int stored = a > 4 && b > 5;
    int passed = take(a > 6 || b > 7);
    int index = table[a == 8 && b == 9];
    _Bool truth = a == 10 || b == 11;
    stored |= a > 0 && b > 0;
    int comma = (stored++, a == 12 && b == 13);
    return stored + passed + index + truth + comma + answer(a, b);
}
