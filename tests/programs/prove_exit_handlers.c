//! what: proofs: functions that run before main and after it

#include <stdlib.h>

int __VERIFIER_nondet_int(void);

static int prepared, spare;

__attribute__((constructor)) static void prepare(void) {
    prepared = 3;
}

static void leave(int status) {
    if (status > 2)
        exit(2);
    exit(status);
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (prepared == 0) // infeasible, unproved: true
        return 1;
    if (x > 0) {
        leave(x);
        if (x > 0) // infeasible: true, false
            return 3;
    }
    if (x > 0) // infeasible: true
        return 4;
    if (spare) // infeasible, unproved: true
        return 5;
    return 0;
}
