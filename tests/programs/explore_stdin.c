//! what: standard input of any length up to a limit, by characters
//! options: --sym-stdin 3
//! cover: branch 9/10
//! infeasible-left: 1

#include <stdio.h>

int main(void) {
    int c, lines = 0, length = 0;
    while ((c = getchar()) != EOF) {
        length++;
        if (c == '\n')
            lines++;
    }
    if (length == 0)
        return 1;
    if (lines == 2 && ferror(stdin) == 0)
        return 2;
    return 0;
}
