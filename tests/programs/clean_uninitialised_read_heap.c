//! what: a branch on heap memory that calloc cleared
//! findings: none

#include <stdlib.h>

int main(void) {
    int *p = calloc(2, sizeof *p);
    if (!p)
        return 0;
    p[0] = 1;
    int hit = 0;
    if (p[0])
        hit = 1;
    free(p);
    return hit;
}
