//! what: proofs: a variadic function writes through one of its arguments

#include <stdarg.h>

int __VERIFIER_nondet_int(void);

static int fill(int count, ...) {
    va_list list;
    int first = 0;
    va_start(list, count);
    for (int i = 0; i < count; i++) {
        int *target = va_arg(list, int *);
        *target = i + 1;
        if (i == 0)
            first = 1;
        if (first == 0) // infeasible: true
            return -1;
    }
    va_end(list);
    return first;
}

int main(void) {
    int a = 0, b = 0, alone = 0;
    int result = fill(__VERIFIER_nondet_int() ? 2 : 1, &a, &b);
    if (a == 0) // infeasible, unproved: true
        return 1;
    if (b == 2)
        return 2;
    if (alone) // infeasible: true
        return 3;
    if (result < 0) // infeasible: true
        return 4;
    return 0;
}
