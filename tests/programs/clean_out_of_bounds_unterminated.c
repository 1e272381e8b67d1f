//! what: a string that is made to end
//! findings: none

#include <string.h>

void klee_make_symbolic(void *p, size_t n, const char *name);

int main(void) {
    char text[4];
    klee_make_symbolic(text, sizeof text, "text");
    text[3] = 0;
    return (int)strlen(text);
}
