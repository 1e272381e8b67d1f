//! what: usual arithmetic conversions, sign and zero extension, truncation
//! run: exit 254
//! out: 0 1
//! out: 0
//! out: 1
//! out: -128 255
//! out: 90abcdef cdef ef
//! out: -2147483648
//! out: 4294967295
//! out: 24464

#include <stdio.h>

static long widen(signed char c) {
    return c;
}

int main(void) {
    signed char a = -1;
    unsigned char b = 255;
    unsigned u = 1;
    int negative = -2;
    printf("%d %d\n", a == b, (unsigned char)a == b);
    printf("%d\n", negative < u);
    long wide = -1;
    printf("%d\n", wide < u);
    printf("%ld %lu\n", widen(-128), (unsigned long)widen(-128) >> 56);
    long long big = 0x1234567890abcdefLL;
    printf("%x %hx %hhx\n", (int)big, (short)big, (signed char)big);
    printf("%lld\n", (long long)(int)0x80000000u);
    printf("%llu\n", (unsigned long long)(unsigned)-1);
    short product = (short)(300 * 300);
    printf("%d\n", product);
    return (unsigned char)(a + b);
}
