//! what: unions: type punning between integers, floats and bytes
//! run: exit 192
//! out: bfc00000 00 bf 0000 bfc0
//! out: 6
//! out: 400a000000000000 0 400a0000
//! out: -3.25
//! out: 4 8

#include <stdio.h>

union word {
    unsigned u;
    float f;
    unsigned char bytes[4];
    struct {
        unsigned short low, high;
    } halves;
};

union wide {
    double d;
    unsigned long long u;
    struct {
        unsigned a, b;
    };
};

int main(void) {
    union word w = {.f = -1.5f};
    printf("%08x %02x %02x %04x %04x\n", w.u, w.bytes[0], w.bytes[3], w.halves.low, w.halves.high);
    w.bytes[3] = 0x40;
    printf("%g\n", w.f);
    union wide x = {.d = 3.25};
    printf("%016llx %u %08x\n", x.u, x.a, x.b);
    x.b ^= 0x80000000u;
    printf("%g\n", x.d);
    printf("%zu %zu\n", sizeof w, sizeof x);
    return w.halves.high & 0xff;
}
