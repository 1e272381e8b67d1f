//! what: a gigabyte of zeros on both sides of where the heap begins, and what is written into it
//! cover: branch 4/4

#include <stdlib.h>
int nondet_int(void);

static int cells[1 << 28];
static int after[4] = {0, 0, 7};

int main(void) {
    int x = nondet_int(), y = (nondet_int() & 0xff) + 1;
    char *block = calloc(1, 1 << 28);
    block[1 << 27] = 1;
    after[1] = block[1 << 26];
    free(block);
    cells[5] = y;
    cells[(1 << 28) - 1] = after[2];
    if (cells[x & 7] > cells[(1 << 28) - 1]) return 1;
    if (cells[5 + after[1]] == x) return 2;
    return 3;
}
