//! what: proofs: addresses of a 32-bit program may lie in the upper half, but are never null
//! flags: -m32

#include <stdint.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    int local = __VERIFIER_nondet_int();
    int *volatile pointer = &local;
    if (pointer == 0) // infeasible: true
        return 1;
    if ((intptr_t)pointer >= 0) // infeasible, unproved: true
        return 2;
    if (*pointer == 4)
        return 3;
    return 0;
}
