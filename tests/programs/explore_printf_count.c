//! what: the count that printf returns is exact
//! cover: branch 7/8
//! infeasible-left: 1

#include <stdio.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int n = printf("%d\n", x);
    if (n == 12)
        return 1;
    if (n == 2 && x == 0)
        return 2;
    if (n < 2)
        return 3;
    return 0;
}
