//! what: a block read before it is freed
//! findings: none

#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    int *p = malloc(sizeof *p);
    if (!p)
        return 0;
    *p = 3;
    if (__VERIFIER_nondet_int() == 7) {
        int v = *p;
        free(p);
        return v;
    }
    free(p);
    return 0;
}
