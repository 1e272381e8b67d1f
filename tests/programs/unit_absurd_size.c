//! what: more memory is asked for than any machine has: there is none
//! entry: make
//! cover: branch 6/6
//! options: --iterations 400

#include <stdlib.h>

struct row { long cells[4]; };

int make(unsigned long rows, struct row **made) {
    if (!made || rows == 0)
        return -1;
    *made = malloc(rows * sizeof **made);
    if (!*made)
        return -2;
    free(*made);
    return 0;
}
