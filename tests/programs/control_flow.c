//! what: goto, nested loops, break, continue, comma, short circuit, ternaries
//! run: exit 111
//! out: 41
//! out: 1 203
//! out: 32 5 5

#include <stdio.h>

static int calls;

static int note(int v) {
    calls = calls * 10 + v;
    return v;
}

int main(void) {
    int found = -1;
    for (int i = 2; i < 50; i++) {
        for (int j = 2; j * j <= i; j++)
            if (i % j == 0)
                goto composite;
        if (i > 40) {
            found = i;
            break;
        }
        continue;
    composite:;
    }
    printf("%d\n", found);
    int r = (note(0) && note(1)) || (note(2), note(0)) || note(3);
    printf("%d %d\n", r, calls);
    int x = 5;
    x = x > 3 ? x > 4 ? 1 : 2 : 3;
    do {
        x *= 2;
        if (x == 8)
            continue;
        if (x > 20)
            break;
    } while (x < 100);
    int i, j;
    for (i = 0, j = 10; i < j; i++, j--)
        ;
    printf("%d %d %d\n", x, i, j);
    while (i-- > 0)
        if (i & 1)
            x++;
    unsigned steps = 0;
    for (unsigned long n = 27; n != 1; steps++)
        n = n % 2 ? 3 * n + 1 : n / 2;
    return (int)steps;
}
