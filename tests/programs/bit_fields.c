//! what: bit-fields: packing into units, wrap, signed fields, zero width
//! run: exit 126
//! out: 7 31 -8 511 1099511627775 1
//! out: 0 1 7 510 1099511627774 1
//! out: 16
//! out: 7 7

#include <stdio.h>

struct flags {
    unsigned a : 3;
    unsigned b : 5;
    int c : 4;
    unsigned : 0;
    unsigned d : 9;
    unsigned long long e : 40;
    _Bool f : 1;
};

int main(void) {
    struct flags x = {7, 31, -8, 511, 0xffffffffffull, 1};
    printf("%u %u %d %u %llu %d\n", x.a, x.b, x.c, x.d, (unsigned long long)x.e, x.f);
    x.a++;
    x.b += 2;
    x.c--;
    x.d <<= 1;
    x.e *= 2;
    x.f = 256;
    printf("%u %u %d %u %llu %d\n", x.a, x.b, x.c, x.d, (unsigned long long)x.e, x.f);
    printf("%zu\n", sizeof x);
    struct flags y = x;
    y.c = 7;
    printf("%d %d\n", x.c, y.c);
    return x.d & 127;
}
