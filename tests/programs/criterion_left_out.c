//! what: decisions that clang leaves out of MC/DC, each beside one with the same meaning that it keeps
//! cover: branch 76/80
//! cover: mcdc 36/36
//! infeasible-left: 4

int __VERIFIER_nondet_int(void);

#define EITHER(x, y) ((x) || (y))

static int twice(int truth) { return (int)(2u * (unsigned)truth); }
static int both(int x, int y) { return x > 0 && y > 0; }
static int either(int x, int y) { return x < 0 || y < -5; }

/* A call around the inner decision; the outer one is that of the neighbour. */
static int call_left(int a, int b, int c) {
    if (a == 1 || twice(b > 0 && c > 0)) return 1;
    return 0;
}
static int call_kept(int a, int b, int c) {
    if (a == 1 || twice(both(b, c))) return 1;
    return 0;
}

/* The outer decision is one of three conditions. */
static int not_left(int a, int b, int c) {
    return a > 0 && !(b > 0 && c > 0);
}
static int not_kept(int a, int b, int c) {
    return a > 0 && (b <= 0 || c <= 0);
}

/* In front of another operator there are no values, only jumps. */
static int front_left(int a, int b, int c, int d) {
    int count = 0;
    while (count < 2 && (a > 2 || !(b > 2 || !(c < 7 && d > 2))) && a != 9) count++;
    return count;
}
static int front_kept(int a, int b, int c, int d) {
    int count = 0;
    while (count < 2 && (a > 2 || (b <= 2 && (c < 7 && d > 2))) && a != 9) count++;
    return count;
}

/* A ternary has no place where its condition has a value. */
static int arms_left(int a, int b, int c) {
    return (a > 4 && !(b > 4 || twice(EITHER(c < 0, b < -5)))) ? twice(a) : twice(b);
}
static int arms_kept(int a, int b, int c) {
    return (a > 4 && (b <= 4 && !twice(either(c, b)))) ? twice(a) : twice(b);
}

int main(void) {
    int a = __VERIFIER_nondet_int();
    int b = __VERIFIER_nondet_int();
    int c = __VERIFIER_nondet_int();
    int d = __VERIFIER_nondet_int();
    if (call_left(a, b, c) != call_kept(a, b, c)) return 1;
    if (not_left(a, b, c) != not_kept(a, b, c)) return 2;
    if (front_left(a, b, c, d) != front_kept(a, b, c, d)) return 3;
    if (arms_left(a, b, c) != arms_kept(a, b, c)) return 4;
    return 0;
}
