//! what: variadic functions in the 32-bit calling convention
//! flags: -m32
//! run: exit 13
//! out: 8.58994e+09

#include <stdarg.h>
#include <stdio.h>

struct odd { char c[3]; };

static double total(int n, ...) {
    va_list list;
    va_start(list, n);
    double sum = 0;
    while (n-- > 0) {
        sum += va_arg(list, int);
        sum += va_arg(list, double);
        sum += (double)va_arg(list, long long);
        sum += (double)va_arg(list, long double);
        struct odd o = va_arg(list, struct odd);
        sum += o.c[2];
    }
    va_end(list);
    return sum;
}

int main(void) {
    struct odd o = {{1, 2, 3}};
    printf("%g\n", total(2, 1, 0.5, 1LL << 33, 0.25L, o, -7, 1e3, -5LL, 2.0L, o));
    return (int)total(1, 1, 2.0, 3LL, 4.0L, o);
}
