//! what: proofs: a distance between two variables leads from one to the other

#include <stdint.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    int here = 0, there = 0, away = 0;
    volatile uintptr_t distance = (uintptr_t)&there - (uintptr_t)&here;
    volatile uintptr_t mixed = (uintptr_t)&here ^ (uintptr_t)&there;
    if (__VERIFIER_nondet_int() > 0)
        *(int *)((uintptr_t)&here + distance) = 5;
    if (there == 5)
        return 1;
    *(int *)((uintptr_t)&there ^ mixed) = 6;
    if (here != 6) // infeasible: true
        return 2;
    if (away != 0) // infeasible: true
        return 3;
    return 0;
}
