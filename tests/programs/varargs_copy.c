//! what: va_copy and passing a va_list on
//! run: exit 38
//! out: 33 text 0.33

#include <stdarg.h>
#include <stdio.h>

static int largest(int n, va_list list) {
    int best = va_arg(list, int);
    while (--n > 0) {
        int v = va_arg(list, int);
        if (v > best)
            best = v;
    }
    return best;
}

static int spread(int n, ...) {
    va_list list, again;
    va_start(list, n);
    va_copy(again, list);
    int high = largest(n, list);
    int low = va_arg(again, int);
    for (int i = 1; i < n; i++) {
        int v = va_arg(again, int);
        low = v < low ? v : low;
    }
    va_end(again);
    va_end(list);
    return high - low;
}

static void report(const char *format, ...) {
    va_list list;
    va_start(list, format);
    vprintf(format, list);
    va_end(list);
}

int main(void) {
    report("%d %s %.2f\n", spread(8, 5, -3, 9, 0, 22, 7, -11, 4), "text", 1.0 / 3);
    return spread(2, 40, 2);
}
