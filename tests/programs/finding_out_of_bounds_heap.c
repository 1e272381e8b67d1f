//! what: a heap block written one past its symbolic size
//! finding: out-of-bounds 15

#include <stdlib.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n < 1 || n > 6)
        return 0;
    char *p = malloc(n);
    if (!p)
        return 0;
    p[5] = 1;
    free(p);
    return 1;
}
