//! what: copies of a symbolic string
//! cover: branch 8/8

#include <string.h>

void klee_make_symbolic(void *p, size_t n, const char *name);

int main(void) {
    char from[6], to[12];
    klee_make_symbolic(from, sizeof from, "from");
    from[5] = 0;
    strcpy(to, from);
    if (strcmp(to, "abc") == 0)
        return 1;
    strcat(to, "!");
    if (strlen(to) == 6 && to[4] == 'z')
        return 2;
    char *copy = strdup(to);
    if (copy[0] == '!')
        return 3;
    return 0;
}
