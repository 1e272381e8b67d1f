//! what: variadic functions: doubles, long doubles, pointers, small and large structs
//! run: exit 0
//! out: 1 2.5 .
//! out: 1 2 3 4 5 6 7 8 9 10 .
//! out: 1 2.25 3 -4.5 end .
//! out: (3,-4) (1.5,2.5) [10 50] (3,-4) (1.5,2.5) [10 50] .
//! out: 1 2 3 4 5 6 7 (3,-4) 8.5 (1.5,2.5) .

#include <stdarg.h>
#include <stdio.h>

struct pair { int a, b; };
struct point { double x, y; };
struct large { long v[5]; };

static void show(const char *kinds, ...) {
    va_list list;
    va_start(list, kinds);
    for (; *kinds; kinds++) {
        switch (*kinds) {
        case 'i': printf("%d ", va_arg(list, int)); break;
        case 'd': printf("%g ", va_arg(list, double)); break;
        case 'L': printf("%Lg ", va_arg(list, long double)); break;
        case 's': printf("%s ", va_arg(list, char *)); break;
        case 'p': {
            struct pair p = va_arg(list, struct pair);
            printf("(%d,%d) ", p.a, p.b);
            break;
        }
        case 'x': {
            struct point p = va_arg(list, struct point);
            printf("(%g,%g) ", p.x, p.y);
            break;
        }
        case 'l': {
            struct large l = va_arg(list, struct large);
            printf("[%ld %ld] ", l.v[0], l.v[4]);
            break;
        }
        }
    }
    va_end(list);
    printf(".\n");
}

int main(void) {
    struct pair p = {3, -4};
    struct point q = {1.5, 2.5};
    struct large l = {{10, 20, 30, 40, 50}};
    show("id", 1, 2.5);
    show("dddddddddd", 1., 2., 3., 4., 5., 6., 7., 8., 9., 10.);
    show("iLiLs", 1, 2.25L, 3, -4.5L, "end");
    show("pxlpxl", p, q, l, p, q, l);
    show("iiiiiiipdx", 1, 2, 3, 4, 5, 6, 7, p, 8.5, q);
    return 0;
}
