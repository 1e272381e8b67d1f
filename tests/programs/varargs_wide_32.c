//! what: variadic arguments with an alignment of their own in the 32-bit calling convention
//! flags: -m32 -msse2
//! run: exit 0
//! out: i1 v2 i3 i4 v5 a6 i7 a8 L9 i10 .

#include <stdarg.h>
#include <stdio.h>

typedef int vector __attribute__((vector_size(16)));
struct aligned { int of[4]; } __attribute__((aligned(16)));

static void show(const char *kinds, ...) {
    va_list list;
    va_start(list, kinds);
    for (; *kinds; kinds++) {
        switch (*kinds) {
        case 'i': printf("i%d ", va_arg(list, int)); break;
        case 'v': printf("v%d ", va_arg(list, vector)[1]); break;
        case 'a': printf("a%d ", va_arg(list, struct aligned).of[3]); break;
        case 'L': printf("L%Lg ", va_arg(list, long double)); break;
        }
    }
    va_end(list);
    printf(".\n");
}

int main(void) {
    vector two = {0, 2}, five = {0, 5};
    struct aligned six = {{0, 0, 0, 6}}, eight = {{0, 0, 0, 8}};
    show("iviivaiaLi", 1, two, 3, 4, five, six, 7, eight, 9.L, 10);
    return 0;
}
