//! what: weak definitions, undefined weak symbols, aliases
//! run: exit 1
//! out: 2 6 16
//! out: -1
//! out: 13

#include <stdio.h>

int real(int x) { return x + 1; }
int other(int x) __attribute__((alias("real")));
__attribute__((weak)) int soft(int x) { return x * 2; }
extern int missing(int) __attribute__((weak));
int value = 12;
extern int mirror __attribute__((alias("value")));

int main(void) {
    printf("%d %d %d\n", real(1), other(5), soft(8));
    printf("%d\n", missing ? missing(3) : -1);
    mirror++;
    printf("%d\n", value);
    return other == real;
}
