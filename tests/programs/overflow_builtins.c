//! what: __builtin_*_overflow in all widths, saturation by hand
//! run: exit 0
//! out: 1 -2147483648
//! out: 1 4294967294
//! out: 1 0
//! out: 1 144
//! out: 0 127
//! out: 0 -35
//! out: 2147483647 -2147483648 9
//! out: 1 1

#include <limits.h>
#include <stdio.h>

static int saturating_add(int a, int b) {
    int r;
    if (__builtin_add_overflow(a, b, &r))
        return a < 0 ? INT_MIN : INT_MAX;
    return r;
}

int main(void) {
    int i;
    unsigned u;
    long long l;
    unsigned char c;
    signed char s;
    printf("%d", __builtin_add_overflow(INT_MAX, 1, &i));
    printf(" %d\n", i);
    printf("%d", __builtin_sub_overflow(3u, 5u, &u));
    printf(" %u\n", u);
    printf("%d", __builtin_mul_overflow(1LL << 40, 1LL << 30, &l));
    printf(" %lld\n", l);
    printf("%d", __builtin_mul_overflow(20, 20, &c));
    printf(" %d\n", c);
    printf("%d", __builtin_add_overflow(100u, 27, &s));
    printf(" %d\n", s);
    printf("%d", __builtin_mul_overflow(-5, 7u, &l));
    printf(" %lld\n", l);
    printf("%d %d %d\n", saturating_add(INT_MAX, 9), saturating_add(INT_MIN, -1), saturating_add(4, 5));
    unsigned carry;
    unsigned sum = __builtin_addc(0xffffffffu, 1u, 1u, &carry);
    printf("%u %u\n", sum, carry);
    return 0;
}
