//! what: klee_make_symbolic and klee_assume
//! cover: branch 3/4
//! infeasible-left: 1

#include <stddef.h>
#include <stdint.h>

void klee_make_symbolic(void *p, size_t n, const char *name);
void klee_assume(uintptr_t condition);

int main(void) {
    int x, y;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_make_symbolic(&y, sizeof y, "y");
    klee_assume(x > 0);
    klee_assume(x < 100);
    klee_assume((y & ~0xff) == 0);
    if (x + y == 354)
        return 1;
    if (x + y > 354)
        return 2;
    return 0;
}
