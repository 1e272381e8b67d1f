//! what: inline assembly without text: outputs are the inputs that they are tied to, in memory too
//! run: exit 0
//! out: 5 5
//! out: 6 7
//! out: 3 9
//! out: 8 2.5
//! out: 5 4

#include <stdio.h>

/* Hides from the compiler what a value is. */
static int hidden(int value) {
    int result;
    asm("" : "=g"(result) : "0"(value));
    return result;
}

int main(void) {
    int a = hidden(5), b = a;
    asm("" : "+r"(b));
    printf("%d %d\n", a, b);

    int c, kept = 7;
    asm volatile("" : "=r"(c), "+m"(kept) : "0"(a + 1) : "memory");
    printf("%d %d\n", c, kept);

    int second, first;
    asm("" : "=r"(first), "=r"(second) : "1"(9), "0"(3));
    printf("%d %d\n", first, second);

    int any;
    double d = 2.5;
    asm("" : "=X"(any) : "0"(8));
    asm("" : "+x"(d));
    printf("%d %g\n", any, d);

    /* Both are read before any of them is written. */
    int x = 4, y = 5;
    asm("" : "=g"(x), "=g"(y) : "0"(y), "1"(x));
    printf("%d %d\n", x, y);
    return 0;
}
