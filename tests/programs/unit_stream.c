//! what: a stream as a parameter: its bytes are inputs
//! entry: version
//! cover: branch 8/8

#include <stdio.h>

int version(FILE *in) {
    if (!in)
        return -1;
    if (getc(in) != 'v')
        return -2;
    int c = getc(in);
    if (c == EOF)
        return -3;
    if (c == '7')
        return 7;
    return 0;
}
