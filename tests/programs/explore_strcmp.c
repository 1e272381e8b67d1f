//! what: a symbolic string compared with a constant: two paths
//! cover: branch 2/2
//! paths: 2

#include <string.h>

void klee_make_symbolic(void *p, size_t n, const char *name);

int main(void) {
    char word[8];
    klee_make_symbolic(word, sizeof word, "word");
    word[7] = 0;
    if (strcmp(word, "magic!") == 0)
        return 1;
    return 0;
}
