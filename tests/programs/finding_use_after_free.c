//! what: a block read after it was freed on one path
//! finding: use-after-free 15

#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    int *p = malloc(sizeof *p);
    if (!p)
        return 0;
    *p = 3;
    if (__VERIFIER_nondet_int() == 7) {
        free(p);
        return *p;
    }
    int v = *p;
    free(p);
    return v;
}
