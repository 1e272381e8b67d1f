//! what: a pointer cleared after free
//! cover: branch 2/2
//! findings: none

#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    char *p = malloc(4);
    if (__VERIFIER_nondet_int() > 1000) {
        free(p);
        p = NULL;
    }
    free(p);
    return 0;
}
