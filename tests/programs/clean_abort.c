//! what: exit with a failure status is no finding
//! cover: branch 2/2
//! findings: none

#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    if (__VERIFIER_nondet_int() == -42)
        exit(1);
    return 0;
}
