//! what: ternaries with and without branches, nested, without a middle operand, with && in the condition
//! cover: statement 31/31
//! cover: branch 22/22
//! cover: condition 26/26
//! cover: mcdc 5/5

int __VERIFIER_nondet_int(void);

static int twice(int x) { return 2 * x; }

int main(void) {
    int a = __VERIFIER_nondet_int();
    int b = __VERIFIER_nondet_int();
    int cheap = a > 3 ? 1 : 2;
    int dear = a > 4 ? twice(a & 7) : twice(b & 7);
    int nested = a > 5 ? (b > 6 ? 1 : 2) : b > 7 ? 3 : 4;
    int elvis = (a & 1) ?: (b & 1);
    int both = a > 8 && b > 9 ? 5 : 6;
    int either = a == 10 || (b == 11 && a < 5) ? twice(a & 3) : twice(b & 3);
    return either + cheap + (dear != 0) + nested + elvis + both;
}
