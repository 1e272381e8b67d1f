//! what: a heap block written at its last byte
//! findings: none

#include <stdlib.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n < 1 || n > 6)
        return 0;
    char *p = malloc(n);
    if (!p)
        return 0;
    p[n - 1] = 1;
    free(p);
    return 1;
}
