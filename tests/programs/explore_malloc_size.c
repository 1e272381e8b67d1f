//! what: an allocation of symbolic size, used within its bounds
//! findings: none

#include <stdlib.h>

unsigned __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    __VERIFIER_assume((n >= 1) & (n <= 8));
    char *p = malloc(n);
    if (!p)
        return 0;
    for (unsigned i = 0; i < n; i++)
        p[i] = (char)i;
    int last = p[n - 1];
    free(p);
    if (last == 5)
        return 1;
    return 2;
}
