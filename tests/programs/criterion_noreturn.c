//! what: code behind calls that do not return, and behind calls that sometimes do not
//! cover: statement 21/21
//! cover: branch 14/14
//! cover: condition 16/16
//! cover: mcdc 2/2

#include <stdlib.h>
int __VERIFIER_nondet_int(void);

static _Noreturn void leave(int code) { exit(code); }

static void maybe(int x) {
    if (x == 5) exit(3);
}

static int work(int a, int b) {
    if (a == 1) leave(2);
    int r = a > 2 && b > 2 ? 1 : 0;
    maybe(a);
    if (b == 3) r += 1;
    else r += 2;
    maybe(b);
    r += a == 7 ? 4 : 5;
    if (r == 8) { leave(4); }
    return r;
}

int main(void) {
    int a = __VERIFIER_nondet_int();
    int b = __VERIFIER_nondet_int();
    return work(a, b);
}
