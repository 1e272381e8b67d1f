//! what: sizes and pointers of a 32-bit target
//! flags: -m32
//! cover: branch 6/6

#include <stdlib.h>

long __VERIFIER_nondet_long(void);
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    long x = __VERIFIER_nondet_long();
    if (x == -2147483647L)
        return 1;
    long long product = (long long)x * x;
    if (product == 1LL << 40)
        return 2;
    void **slots = calloc(3, sizeof *slots);
    unsigned i = __VERIFIER_nondet_uint() % 3;
    slots[i] = slots;
    int used = slots[2] != NULL;
    free(slots);
    if (used)
        return 3;
    return 0;
}
