//! what: a branch on heap memory never written
//! finding: uninitialised-read 12

#include <stdlib.h>

int main(void) {
    int *p = malloc(2 * sizeof *p);
    if (!p)
        return 0;
    p[0] = 1;
    int hit = 0;
    if (p[1])
        hit = 1;
    free(p);
    return hit;
}
