//! what: proofs: a jump back into a caller makes possible what the straight way excludes

#include <setjmp.h>

int __VERIFIER_nondet_int(void);

static jmp_buf back;
static volatile int tries;

static void attempt(int x) {
    if (x == 5)
        longjmp(back, 1);
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    tries = 0;
    if (setjmp(back) == 0) {
        tries++;
        attempt(x);
        if (x == 5) // infeasible, unproved: true
            return 1;
    } else {
        tries++;
    }
    if (tries == 2)
        return 2;
    return 0;
}
