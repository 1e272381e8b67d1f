//! what: an assertion that one input violates
//! finding: assertion 12

#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 0 || x > 1000)
        return 0;
    assert(x * 7 != 4914);
    return 1;
}
