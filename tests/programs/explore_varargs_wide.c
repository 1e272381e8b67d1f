//! what: what depends on 16-byte variadic arguments is reached, behind an odd number of words too
//! cover: branch 10/10
//! findings: none

#include <stdarg.h>

typedef __int128 wide;
struct aligned { long low, high; } __attribute__((aligned(16)));

int __VERIFIER_nondet_int(void);

static int check(int count, ...) {
    va_list list;
    va_start(list, count);
    int result = 0;
    for (int i = 0; i < count; i++) {
        wide number = va_arg(list, wide);
        if (number == 5)
            result += 1;
        if (va_arg(list, int) == 6)
            result += 2;
        struct aligned pair = va_arg(list, struct aligned);
        if (pair.low == 7 && pair.high == 8)
            result += 4;
    }
    va_end(list);
    return result;
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    struct aligned pair = {x, __VERIFIER_nondet_int()};
    return check(2, (wide)x, x, pair, (wide)(x + 1L), x, pair);
}
