//! what: backtracking search
//! run: exit 4
//! out: 1 0 0 2 10 4 40 .

#include <stdio.h>

static int place(int n, unsigned columns, unsigned left, unsigned right) {
    unsigned all = (1u << n) - 1;
    if (columns == all)
        return 1;
    int count = 0;
    unsigned free = all & ~(columns | left | right);
    while (free) {
        unsigned bit = free & -free;
        free ^= bit;
        count += place(n, columns | bit, (left | bit) << 1, (right | bit) >> 1);
    }
    return count;
}

int main(void) {
    for (int n = 1; n <= 7; n++)
        printf("%d ", place(n, 0, 0, 0));
    printf(".\n");
    return place(6, 0, 0, 0);
}
