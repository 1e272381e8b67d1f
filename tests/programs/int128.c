//! what: 128-bit integers: arithmetic, shifts, comparison, division
//! run: exit 91
//! out: fedcba98765432100123456789abcdef
//! out: fdb97530eca8642002468acf13579bde
//! out: fc962fc962fc96300369d0369d0369cd
//! out: 00000000000000000fedcba987654321
//! out: edcba98765432100123456789abcdef0
//! out: 00000004469ff98ff093d62f6a97569c
//! out: 000000000000000000000000275957ab
//! out: 00299c335ccf668fffd663cca3309970
//! out: 000000000000000000000000000299c3
//! out: 1 0 0
//! out: 3.387700e+38

#include <stdio.h>

typedef unsigned __int128 u128;
typedef __int128 i128;

static void show(u128 v) {
    printf("%016llx%016llx\n", (unsigned long long)(v >> 64), (unsigned long long)v);
}

int main(void) {
    u128 a = ((u128)0xfedcba9876543210ull << 64) | 0x0123456789abcdefull;
    show(a);
    show(a + a);
    show(a * 3);
    show(a >> 68);
    show(a << 4);
    show(a / 1000000007);
    show(a % 1000000007);
    i128 n = -(i128)a / 7;
    show((u128)n);
    show((u128)(n >> 100));
    printf("%d %d %d\n", a > (u128)n, n < 0, (int)(n % 10));
    printf("%.6e\n", (double)a);
    return (int)(a % 251);
}
