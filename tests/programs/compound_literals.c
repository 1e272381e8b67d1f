//! what: compound literals as values, addresses and arrays
//! run: exit 33
//! out: 5
//! out: 16
//! out: 99 11

#include <stdio.h>

struct range { int low, high; };

static int width(const struct range *r) { return r->high - r->low; }
static int sum(const int *v, int n) {
    int t = 0;
    while (n-- > 0)
        t += *v++;
    return t;
}

static const int *primes = (const int[]){2, 3, 5, 7, 11};

int main(void) {
    printf("%d\n", width(&(struct range){.high = 9, .low = 4}));
    printf("%d\n", sum((int[]){1, 2, 3, [6] = 10}, 7));
    struct range *p = &(struct range){1, 2};
    p->high = 100;
    printf("%d %d\n", width(p), primes[4]);
    int total = 0;
    for (int i = 0; i < 3; i++) {
        int *fresh = (int[2]){i};
        fresh[1] += i;
        total += fresh[0] * 10 + fresh[1];
    }
    return total;
}
