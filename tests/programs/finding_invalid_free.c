//! what: free of an address inside a block
//! cover: branch 2/2
//! finding: invalid-free 14

#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    char *p = malloc(4);
    int x = __VERIFIER_nondet_int();
    if (x == 99)
        p++;
    free(p);
    return 0;
}
