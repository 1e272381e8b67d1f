//! what: 64-bit arithmetic on a 32-bit target
//! flags: -m32
//! run: exit 20
//! out: -124999 986541666 123456789012345000
//! out: 1487627261603326 5250
//! out: b97530eca8642000 7f6e5d4c fffffffffffedcba
//! out: 4 4 4 12
//! out: 18364758544493064192.000 1000000000000000
//! out: 20

#include <stdio.h>

static long long mul(long long a, long long b) { return a * b; }

int main(void) {
    long long a = 123456789012345LL, b = -987654321LL;
    unsigned long long u = 0xfedcba9876543210ull;
    printf("%lld %lld %lld\n", a / b, a % b, mul(a, 1000));
    printf("%llu %llu\n", u / 12345, u % 12345);
    printf("%llx %llx %llx\n", u << 9, u >> 33, (unsigned long long)((long long)u >> 40));
    printf("%zu %zu %zu %zu\n", sizeof(long), sizeof(void *), sizeof(size_t), sizeof(long double));
    printf("%.3f %lld\n", (double)u, (long long)1e15);
    struct { char c; double d; long long l; } s;
    printf("%zu\n", sizeof s);
    unsigned long ul = 4294967295ul;
    ul++;
    return (int)(ul + (unsigned)(u % 100));
}
