//! what: free of the address that malloc gave
//! cover: branch 2/2
//! findings: none

#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    char *p = malloc(4), *start = p;
    int x = __VERIFIER_nondet_int();
    if (x == 99)
        p++;
    free(start);
    return 0;
}
