//! what: numbers parsed from symbolic text
//! cover: branch 6/6

#include <stdlib.h>

void klee_make_symbolic(void *p, size_t n, const char *name);

int main(void) {
    char text[7];
    klee_make_symbolic(text, sizeof text, "text");
    text[6] = 0;
    if (atoi(text) == -4711)
        return 1;
    char *end;
    long v = strtol(text, &end, 16);
    if (v == 0xbeef && *end == ';')
        return 2;
    return 0;
}
