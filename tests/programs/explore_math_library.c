//! what: powers of two stay terms; a function that no theory defines gets a few values
//! cover: branch 10/10

#include <math.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    int mantissa = __VERIFIER_nondet_int(), shift = __VERIFIER_nondet_int();
    int found = 0;
    if (ldexp(mantissa, 10) == 5001216)
        found = 1;
    if (shift > 0 && shift < 6 && ldexp(3, shift) == 48)
        found += 2;
    return tan(shift & 1) > 1 ? found : -found;
}
