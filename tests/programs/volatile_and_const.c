//! what: volatile accesses, const data, restrict, inline functions
//! run: exit 5
//! out: 3 2 12 4
//! out: 9 20 10

#include <stdio.h>

static const int table[4] = {3, 1, 4, 1};
static volatile int device;

static inline int poll(void) {
    device++;
    return device;
}

static void scale(int *restrict to, const int *restrict from, int n) {
    for (int i = 0; i < n; i++)
        to[i] = from[i] * table[i];
}

int main(void) {
    int from[4] = {1, 2, 3, 4}, to[4];
    scale(to, from, 4);
    printf("%d %d %d %d\n", to[0], to[1], to[2], to[3]);
    int spins = 0;
    while (poll() < 10)
        spins++;
    volatile int x = device;
    x += x;
    const volatile int *view = &device;
    printf("%d %d %d\n", spins, x, *view);
    return __builtin_expect(x == 20, 1) ? 5 : 6;
}
