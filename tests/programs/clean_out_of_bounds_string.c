//! what: a symbolic string copied after its length was checked
//! cover: branch 2/2
//! findings: none

#include <string.h>

void klee_make_symbolic(void *p, size_t n, const char *name);

int main(void) {
    char from[8], to[4];
    klee_make_symbolic(from, sizeof from, "from");
    from[7] = 0;
    if (strlen(from) >= sizeof to)
        return 1;
    strcpy(to, from);
    return to[0];
}
