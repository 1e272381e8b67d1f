//! what: a block freed twice on one path
//! cover: branch 2/2
//! finding: double-free 13

#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    char *p = malloc(4);
    if (__VERIFIER_nondet_int() > 1000)
        free(p);
    free(p);
    return 0;
}
