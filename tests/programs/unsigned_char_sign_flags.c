//! what: -funsigned-char and -fwrapv change what the program means
//! flags: -funsigned-char -fwrapv
//! run: exit 200
//! out: 200 1
//! out: 1

#include <limits.h>
#include <stdio.h>

static int add(int a, int b) { return a + b; }

int main(void) {
    char c = (char)200;
    printf("%d %d\n", c, c > 0);
    printf("%d\n", add(INT_MAX, 1) == INT_MIN);
    return c;
}
