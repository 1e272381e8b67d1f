//! what: scanf takes from standard input what it needs and leaves the rest
//! options: --sym-stdin 4
//! cover: branch 8/8

#include <stdio.h>

int main(void) {
    int number;
    int count = scanf("%d", &number);
    if (count == EOF)
        return 1;
    if (count == 0)
        return 2;
    if (number == -12)
        return 3;
    return getchar() == ';' ? 4 : 0;
}
