//! what: objects that live at the same time lie apart

#include <stdint.h>

int __VERIFIER_nondet_int(void);

static int level;
static char name[4];

static uintptr_t place(int value) {
    volatile int own = value;
    uintptr_t at = (uintptr_t)&own;
    return at + (own - value);
}

static int is_level(const int *at) {
    return at == &level;
}

int main(void) {
    int a = __VERIFIER_nondet_int();
    int x = 0, y = 0;
    int *at = a > 0 ? &x : &y;
    if (at == &x
        && a <= 0) // infeasible: true
        return 1;
    *at = 1;
    if (x
        && y) // infeasible: true
        return 2;
    if (is_level(&x) || is_level(&y)) // infeasible: true
        return 3;
    if ((char *)&level == name + (a & 3)) // infeasible: true
        return 4;
    if (place(a) == (uintptr_t)&x) // infeasible, unproved: true
        return 5;
    return 0;
}
