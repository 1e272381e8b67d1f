//! what: sscanf: integers, strings, sets, floats, counts
//! run: exit 12
//! out: 2 12 -7
//! out: 2 255 name 7
//! out: 3 abc 123 !
//! out: 2 25 x
//! out: -1 0
//! out: 2 26 15

#include <stdio.h>

int main(void) {
    int a = 0, b = 0, n = 0;
    unsigned x = 0;
    char word[16] = "", set[16] = "", c = 0;
    double d = 0;
    printf("%d", sscanf("12 -7", "%d %d", &a, &b));
    printf(" %d %d\n", a, b);
    printf("%d", sscanf("ff:name rest", "%x:%15s%n", &x, word, &n));
    printf(" %u %s %d\n", x, word, n);
    printf("%d", sscanf("abc123!", "%[a-z]%3d%c", set, &a, &c));
    printf(" %s %d %c\n", set, a, c);
    printf("%d", sscanf("2.5e1 x", "%lf %c", &d, &c));
    printf(" %g %c\n", d, c);
    printf("%d %d\n", sscanf("", "%d", &a), sscanf("zzz", "%d", &a));
    printf("%d", sscanf("0x1A 017", "%i %i", &a, &b));
    printf(" %d %d\n", a, b);
    return sscanf("1,2,3", "%*d,%d", &a) * 10 + a;
}
