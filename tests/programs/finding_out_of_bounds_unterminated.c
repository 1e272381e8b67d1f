//! what: a string that may lack its end
//! finding: out-of-bounds 11

#include <string.h>

void klee_make_symbolic(void *p, size_t n, const char *name);

int main(void) {
    char text[4];
    klee_make_symbolic(text, sizeof text, "text");
    return (int)strlen(text);
}
