//! what: arithmetic wraps at the width of each unsigned type
//! run: exit 255
//! out: 4 4 4 4
//! out: 255 14464 4294967295 6148914691236517203
//! out: -56 -25536

#include <stdio.h>

int main(void) {
    unsigned char c = 250;
    unsigned short s = 65530;
    unsigned i = 4294967290u;
    unsigned long long l = 18446744073709551610ull;
    for (int k = 0; k < 10; k++) {
        c++;
        s++;
        i++;
        l++;
    }
    printf("%u %u %u %llu\n", c, s, i, l);
    c -= 5;
    s *= 20000;
    i = i * i - 17;
    l = ~l / 3;
    printf("%u %u %u %llu\n", c, s, i, l);
    signed char sc = (signed char)200;
    short ss = (short)40000;
    printf("%d %d\n", sc, ss);
    return c;
}
