//! what: variadic functions: more integers than registers
//! run: exit 21
//! out: 0
//! out: 18
//! out: 99642
//! out: -4611689316962271233

#include <stdarg.h>
#include <stdio.h>

static long sum(int n, ...) {
    va_list list;
    va_start(list, n);
    long total = 0;
    for (int i = 0; i < n; i++)
        total = total * 3 + va_arg(list, int);
    va_end(list);
    return total;
}

static long long wide(int n, ...) {
    va_list list;
    va_start(list, n);
    long long total = 0;
    while (n-- > 0) {
        total += va_arg(list, int);
        total ^= va_arg(list, long long);
    }
    va_end(list);
    return total;
}

int main(void) {
    printf("%ld\n", sum(0));
    printf("%ld\n", sum(3, 1, 2, 3));
    printf("%ld\n", sum(12, 1, -2, 3, -4, 5, -6, 7, -8, 9, -10, 11, -12));
    printf("%lld\n", wide(5, 1, 1LL << 40, 2, 1LL << 41, 3, -1LL, 4, 7LL, 5, 1LL << 62));
    return (int)sum(2, 5, 6);
}
