//! what: a pointer tested before use
//! cover: branch 4/4
//! findings: none

#include <stddef.h>

int __VERIFIER_nondet_int(void);

static int value = 4;

int main(void) {
    int *p = NULL;
    if (__VERIFIER_nondet_int() != 31337)
        p = &value;
    return p ? *p : 0;
}
