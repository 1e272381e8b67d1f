//! what: prefixes, case and blocks compared
//! cover: branch 6/6

#include <string.h>
#include <strings.h>

void klee_make_symbolic(void *p, size_t n, const char *name);

int main(void) {
    char word[8];
    klee_make_symbolic(word, sizeof word, "word");
    word[7] = 0;
    if (strncmp(word, "GET ", 4) == 0)
        return 1;
    if (strcasecmp(word, "quit") == 0)
        return 2;
    if (memcmp(word + 2, "xyz", 3) > 0)
        return 3;
    return 0;
}
