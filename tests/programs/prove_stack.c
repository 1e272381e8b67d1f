//! what: proofs: a local lies at another address when its function is called again from a deeper stack

#include <alloca.h>
#include <stdint.h>

int __VERIFIER_nondet_int(void);

static uintptr_t last;
static int has_moved, calls;

static void look(void) {
    int local = 3;
    uintptr_t now = (uintptr_t)&local;
    if (last != now)
        has_moved++;
    last = now;
    calls++;
    if (local != 3) // infeasible: true
        calls = 0;
}

int main(void) {
    for (int i = 0; i < 3; i++) {
        if (__VERIFIER_nondet_int())
            *(volatile char *)alloca(64) = 1;
        look();
    }
    if (has_moved == 1)
        return 1;
    if (has_moved == 3)
        return 2;
    if (calls != 3) // infeasible: true
        return 3;
    return 0;
}
