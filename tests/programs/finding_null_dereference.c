//! what: a pointer that stays null for one input
//! cover: branch 2/2
//! finding: null-dereference 15

#include <stddef.h>

int __VERIFIER_nondet_int(void);

static int value = 4;

int main(void) {
    int *p = NULL;
    if (__VERIFIER_nondet_int() != 31337)
        p = &value;
    return *p;
}
