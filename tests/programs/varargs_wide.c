//! what: variadic arguments of 16 bytes, in registers and on the stack, after any number of words
//! run: exit 0
//! out: i1 w-2 i3 w5 w6 .
//! out: w1 w2 i3 w4 i5 i6 w7 .
//! out: i1 i2 i3 i4 w9 L1 w8 .
//! out: a10 i1 a11 i2 a12 i3 a13 .
//! out: i1 b20 i2 L1.5 i3 b21 w4 L2.5 i5 .
//! out: d1 d2 d3 d4 d5 d6 d7 p8 d9 p10 d11 .
//! out: m1 i2 m3 m4 i5 w6 m7 .
//! out: q1 i2 q3 w4 q5 q6 q7 q8 q9 q10 d2 q11 .

#include <stdarg.h>
#include <stdio.h>

typedef __int128 wide;
struct aligned { long low, high; } __attribute__((aligned(16)));
struct large { long of[4]; } __attribute__((aligned(16)));
struct point { double x, y; };
struct mixed { long number; double real; };

static void show(const char *kinds, ...) {
    va_list list;
    va_start(list, kinds);
    for (; *kinds; kinds++) {
        switch (*kinds) {
        case 'i': printf("i%d ", va_arg(list, int)); break;
        case 'd': printf("d%g ", va_arg(list, double)); break;
        case 'L': printf("L%Lg ", va_arg(list, long double)); break;
        case 'q': printf("q%d ", (int)va_arg(list, __float128)); break;
        case 'w': {
            wide w = va_arg(list, wide);
            printf("w%ld ", (long)w + (long)(w >> 64) - (w < 0 ? -1 : 0));
            break;
        }
        case 'a': {
            struct aligned a = va_arg(list, struct aligned);
            printf("a%ld ", a.low + a.high);
            break;
        }
        case 'b': {
            struct large b = va_arg(list, struct large);
            printf("b%ld ", b.of[0] + b.of[3]);
            break;
        }
        case 'p': {
            struct point p = va_arg(list, struct point);
            printf("p%g ", p.x + p.y);
            break;
        }
        case 'm': {
            struct mixed m = va_arg(list, struct mixed);
            printf("m%g ", m.number + m.real);
            break;
        }
        }
    }
    va_end(list);
    printf(".\n");
}

static struct aligned a(long n) { return (struct aligned){n, 0}; }
static struct large b(long n) { return (struct large){{n, 7, 7, 0}}; }
static struct point p(double n) { return (struct point){n, 0}; }
static struct mixed m(double n) { return (struct mixed){1, n - 1}; }
static __float128 q(int n) { return n; }

int main(void) {
    show("iwiww", 1, (wide)-2, 3, (wide)5, (wide)6);
    show("wwiwiiw", (wide)1, (wide)2, 3, (wide)4, 5, 6, (wide)7);
    show("iiiiwLw", 1, 2, 3, 4, (wide)9, 1.L, (wide)8);
    show("aiaiaia", a(10), 1, a(11), 2, a(12), 3, a(13));
    show("ibiLibwLi", 1, b(20), 2, 1.5L, 3, b(21), (wide)4, 2.5L, 5);
    show("dddddddpdpd", 1., 2., 3., 4., 5., 6., 7., p(8), 9., p(10), 11.);
    show("mimmiwm", m(1), 2, m(3), m(4), 5, (wide)6, m(7));
    show("qiqwqqqqqqdq", q(1), 2, q(3), (wide)4, q(5), q(6), q(7), q(8), q(9), q(10), 2., q(11));
    return 0;
}
