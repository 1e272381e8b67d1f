//! what: shifts and division of negative and wide numbers
//! run: exit 16
//! out: 2 1 -2 1
//! out: -2 -1 2 -1
//! out: 33 1 -33 1
//! out: -33 -1 33 -1
//! out: -4 1073741824 15
//! out: -19088744 -20015998343 15
//! out: 258 2
//! out: 131070 1
//! out: 1428571428571428571 999733

#include <stdio.h>

int main(void) {
    int values[] = {7, -7, 100, -100};
    for (int i = 0; i < 4; i++)
        printf("%d %d %d %d\n", values[i] / 3, values[i] % 3, values[i] / -3, values[i] % -3);
    printf("%d %d %u\n", -16 >> 2, 1 << 30, 0xf0000000u >> 28);
    long long l = -0x123456789abcLL;
    printf("%lld %lld %llu\n", l >> 20, l / 1000, (unsigned long long)l >> 60);
    unsigned char c = 0x81;
    printf("%d %d\n", c << 1, (unsigned char)(c << 1));
    unsigned short s = 0xffff;
    printf("%u %u\n", s * 2u, (unsigned)s >> 15);
    unsigned long long q = 10000000000000000000ull;
    printf("%llu %llu\n", q / 7, q % 1000003);
    return (-7 & 3) * 10 + (5 ^ 3);
}
