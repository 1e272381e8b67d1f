//! what: between integers and floats, at the edges of the formats
//! run: exit 65
//! out: 2 -2 4294967295
//! out: 9200000000000000000 18000000000000000000
//! out: 16777216.0 9007199254740992.0
//! out: 4294967296 18446744073709551616
//! out: -128 255
//! out: 1.4013e-45 0
//! out: inf
//! out: 1 12345
//! out: 1.099609 11

#include <stdio.h>

int main(void) {
    printf("%d %d %u\n", (int)2.999, (int)-2.999, (unsigned)4294967295.0);
    printf("%lld %llu\n", (long long)9.2e18, (unsigned long long)1.8e19);
    printf("%.1f %.1f\n", (float)16777217, (double)9007199254740993LL);
    printf("%.0f %.0f\n", (float)0xffffffffu, (double)0xffffffffffffffffull);
    printf("%d %d\n", (signed char)-128.5, (unsigned char)255.9);
    float f = (float)1e-45;
    printf("%g %g\n", f, f / 2);
    printf("%g\n", (float)3.5e38);
    _Bool b = (_Bool)0.1f;
    short s = (short)(float)12345;
    printf("%d %d\n", b, s);
    _Float16 h = (_Float16)1.1f;
    printf("%.6f %d\n", (double)h, (int)(h * 10));
    return (int)(float)'A';
}
