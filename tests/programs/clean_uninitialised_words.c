//! what: memory that was never set is copied, overwritten and masked out, but nothing depends on it
//! findings: none

#include <stdlib.h>
#include <string.h>

struct padded {
    char small;
    int large;
};

int main(int argc, char **argv) {
    int hits = 0, from[2], to[2];
    from[0] = 1;
    memcpy(to, from, sizeof to);
    if (to[0] == 1)
        hits++;
    struct padded one = {1, 2}, two;
    two = one;
    if (two.small == 1 && two.large == 2)
        hits++;
    int *zeros = calloc(2, sizeof *zeros);
    if (zeros && zeros[1] == 0)
        hits++;
    free(zeros);
    unsigned flags;
    flags = 3;
    if ((from[1] & 0) == 0 && flags == 3)
        hits++;
    static int counter;
    if (counter == 0)
        hits++;
    switch (argc) {
        int skipped;
    case 1: skipped = 3; hits += skipped == 3 ? 1 : 0;
    }
    return hits;
}
