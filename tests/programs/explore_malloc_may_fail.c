//! what: memory may run out at every request
//! options: --malloc-may-fail
//! cover: branch 7/8
//! infeasible-left: 1
//! paths: 4

#include <errno.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *a = malloc(3);
    if (a == NULL)
        return errno == ENOMEM ? 1 : 9;
    char *b = strdup("text");
    if (b == NULL) {
        free(a);
        return 2;
    }
    char *c = realloc(a, 100);
    if (c == NULL) {
        free(a);
        free(b);
        return 3;
    }
    free(b);
    free(c);
    return 0;
}
