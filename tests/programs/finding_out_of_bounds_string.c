//! what: a symbolic string too long for its copy
//! finding: out-of-bounds 12

#include <string.h>

void klee_make_symbolic(void *p, size_t n, const char *name);

int main(void) {
    char from[8], to[4];
    klee_make_symbolic(from, sizeof from, "from");
    from[7] = 0;
    strcpy(to, from);
    return to[0];
}
