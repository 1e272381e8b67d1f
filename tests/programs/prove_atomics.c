//! what: proofs: atomic updates, and variables that are volatile

#include <stdatomic.h>

int __VERIFIER_nondet_int(void);

static atomic_int count;
static volatile int ready;

int main(void) {
    int seen = 0;
    for (int i = 0; i < 3; i++) {
        if (__VERIFIER_nondet_int())
            atomic_fetch_add(&count, 2);
        if (seen > i) // infeasible: true
            return 1;
        seen = i;
    }
    if (count == 4)
        return 2;
    if (count == 3) // infeasible, unproved: true
        return 3;
    ready = 1;
    if (ready != 1) // infeasible: true
        return 4;
    return 0;
}
