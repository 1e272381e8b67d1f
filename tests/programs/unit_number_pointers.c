//! what: numbers that are pointers, alone, with bits around them, and in what such a pointer leads to
//! entry: evaluate
//! cover: branch 14/14
//! finding: null-dereference 25
//! needs-contract: null-dereference 28 memory 0x70000810 is a valid pointer
//! finding: null-dereference 34
#include <stdint.h>

struct range {
    double from, to;
    uintptr_t next;
};

struct holder {
    uintptr_t handle;
};

#define TAG 0xfffc000000000000u

int evaluate(uint64_t boxed, const struct holder *holder) {
    if (!holder)
        return -1;
    if ((boxed & TAG) == TAG) {
        const struct range *range = (const struct range *)(uintptr_t)(boxed & ~TAG);
        if (range->from == range->to)
            return 1;
        const struct range *next = (const struct range *)range->next;
        if (next && next->from == 2.5)
            return 2;
        return 0;
    }
    if (holder->handle & 1) {
        const unsigned short *low = (const unsigned short *)(holder->handle & ~(uintptr_t)7);
        if (low[1] == 300)
            return 3;
    }
    return 4;
}
