/* Nested integer loops: arithmetic, comparisons and branches on locals, no memory beyond the stack frame. */
#include <stdio.h>

#ifndef SCALE
#define SCALE 800
#endif

static unsigned mix(unsigned accumulator, unsigned row, unsigned column, unsigned depth) {
    if ((row ^ column) & 1)
        accumulator += row * 31u + column;
    else
        accumulator ^= depth << (column & 7u);
    return accumulator % 7u == 3u ? accumulator >> 1 : accumulator + 2654435761u;
}

int main(void) {
    unsigned accumulator = 1;
    for (unsigned row = 0; row < SCALE; row++)
        for (unsigned column = 0; column < SCALE; column++)
            for (unsigned depth = 0; depth < 16; depth++) accumulator = mix(accumulator, row, column, depth);
    printf("loops %u\n", accumulator);
    return 0;
}
