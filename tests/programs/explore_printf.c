//! what: printing a symbolic value neither splits nor constrains the path
//! cover: branch 2/2
//! paths: 2

#include <stdio.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    printf("x is %d, %5x, %c\n", x, x, x);
    if (x == 12345678)
        return 1;
    return 0;
}
