//! what: direct and mutual recursion
//! run: exit 255
//! out: 15 255 1 1

#include <stdio.h>

static int is_odd(unsigned n);
static int is_even(unsigned n) { return n == 0 ? 1 : is_odd(n - 1); }
static int is_odd(unsigned n) { return n == 0 ? 0 : is_even(n - 1); }

static unsigned ackermann(unsigned m, unsigned n) {
    if (m == 0)
        return n + 1;
    if (n == 0)
        return ackermann(m - 1, 1);
    return ackermann(m - 1, ackermann(m, n - 1));
}

static void hanoi(int n, int from, int to, int by, int *moves) {
    if (n == 0)
        return;
    hanoi(n - 1, from, by, to, moves);
    ++*moves;
    hanoi(n - 1, by, to, from, moves);
}

int main(void) {
    int moves = 0;
    hanoi(8, 1, 3, 2, &moves);
    printf("%u %d %d %d\n", ackermann(2, 6), moves, is_even(100), is_odd(7));
    return moves % 256;
}
