//! what: abort on one input
//! cover: branch 2/2
//! finding: abort 11

#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    if (__VERIFIER_nondet_int() == -42)
        abort();
    return 0;
}
