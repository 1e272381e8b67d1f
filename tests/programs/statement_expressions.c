//! what: statement expressions, nested functions of macros, typeof
//! run: exit 21
//! out: 7 2.5
//! out: 4 8
//! out: 8 4

#include <stdio.h>

#define MAX(a, b)            \
    ({                       \
        typeof(a) x_ = (a);  \
        typeof(b) y_ = (b);  \
        x_ > y_ ? x_ : y_;   \
    })

#define SWAP(a, b)          \
    do {                    \
        typeof(a) t_ = (a); \
        (a) = (b);          \
        (b) = t_;           \
    } while (0)

int main(void) {
    int i = 3, j = 7;
    printf("%d %g\n", MAX(i++, j++), MAX(2.5, 1));
    printf("%d %d\n", i, j);
    SWAP(i, j);
    printf("%d %d\n", i, j);
    int total = 0;
    for (int k = 0; k < 5; k++)
        total += ({
            if (k == 3)
                continue;
            k * k;
        });
    int elvis = 0 ?: total;
    return elvis;
}
