//! what: the length of a symbolic string
//! cover: branch 6/6
//! paths: 4

#include <string.h>

void klee_make_symbolic(void *p, size_t n, const char *name);

int main(void) {
    char text[10];
    klee_make_symbolic(text, sizeof text, "text");
    text[9] = 0;
    size_t n = strlen(text);
    if (n == 0)
        return 0;
    if (n > 7)
        return 2;
    if (text[n - 1] == '\n')
        return 3;
    return 1;
}
