//! what: decisions that mix && and || in several ways
//! cover: statement 30/30
//! cover: branch 28/28
//! cover: condition 36/36
//! cover: mcdc 14/14

int __VERIFIER_nondet_int(void);

static int mixed(int a, int b, int c, int d) {
    int score = 0;
    if ((a && b) || (c && d)) score += 1;
    if ((a || b) && (c || d)) score += 2;
    if (a && (b || (c && d))) score += 4;
    if (!a || !(b != c)) score += 8;
    return score;
}

int main(void) {
    int a = __VERIFIER_nondet_int() > 0;
    int b = __VERIFIER_nondet_int() > 0;
    int c = __VERIFIER_nondet_int() > 0;
    int d = __VERIFIER_nondet_int() > 0;
    return mixed(a, b, c, d);
}
