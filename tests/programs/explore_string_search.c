//! what: strchr, strstr and strspn over symbolic text
//! cover: branch 8/8

#include <string.h>

void klee_make_symbolic(void *p, size_t n, const char *name);

int main(void) {
    char text[8];
    klee_make_symbolic(text, sizeof text, "text");
    text[7] = 0;
    char *at = strchr(text, '=');
    if (at == NULL)
        return 1;
    if (at - text == 3)
        return 2;
    if (strstr(text, "ok") != NULL)
        return 3;
    if (strspn(text, "0123456789") == 4)
        return 4;
    return 0;
}
