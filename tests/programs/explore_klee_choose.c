//! what: klee_choose gives every number below its bound, and no other
//! cover: branch 5/6
//! infeasible-left: 1

#include <stdint.h>

uintptr_t klee_choose(uintptr_t bound);

int main(void) {
    uintptr_t way = klee_choose(3);
    if (way == 0)
        return 10;
    if (way == 2)
        return 12;
    if (way > 2)
        return 99;
    return 11;
}
