//! what: words of which no byte was written, compared with numbers whose bytes differ
//! finding: uninitialised-read 14
//! finding: uninitialised-read 17
//! finding: uninitialised-read 20
//! finding: uninitialised-read 24
//! finding: uninitialised-read 29

#include <stdlib.h>

int main(int argc, char **argv) {
    int hits = 0, words[4], length = argc;
    union { char narrow; int wide; } part;
    int *number = malloc(sizeof *number);
    if (number && *number == 5)
        hits++;
    free(number);
    if (words[0] == 77)
        hits++;
    part.narrow = 4;
    if (part.wide == 4)
        hits++;
    int *grown = calloc(1, sizeof *grown);
    grown = grown ? realloc(grown, 2 * sizeof *grown) : NULL;
    if (grown && grown[1] == 7)
        hits++;
    free(grown);
    switch (length) {
        int skipped;
    case 1: hits += skipped == 3 ? 1 : 0;
    }
    return hits;
}
