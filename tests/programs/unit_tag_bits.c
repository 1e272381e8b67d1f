//! what: pointers with bits in them that say something else
//! entry: value
//! cover: branch 10/10
#include <stdint.h>

struct cell {
    long number;
    struct cell *next;
};

int value(struct cell *cell) {
    uintptr_t bits = (uintptr_t)cell;
    if ((bits & 7) == 2)
        return (int)bits;
    if (bits & 1) {
        struct cell *plain = (struct cell *)(bits & ~(uintptr_t)7);
        if (plain->number == 7)
            return 1;
        return 2;
    }
    if (cell && cell->number == 8)
        return 3;
    return 4;
}
