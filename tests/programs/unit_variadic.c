//! what: a variadic function as the unit
//! entry: total
//! cover: branch 8/8

#include <stdarg.h>

int total(int limit, int count, ...) {
    va_list list;
    int sum = 0;
    if (count < 0 || count > 6)
        return -1;
    va_start(list, count);
    for (int i = 0; i < count; i++)
        sum += va_arg(list, int);
    va_end(list);
    if (sum > limit)
        return 1;
    return 0;
}
