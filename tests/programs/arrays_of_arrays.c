//! what: multi-dimensional arrays, pointers to arrays, arrays of pointers
//! run: exit 128
//! out: 23 17 54
//! out: 20 48 16
//! out: second 1 4

#include <stdio.h>

static int cube[2][3][4];

static int row_sum(int (*row)[4]) {
    int t = 0;
    for (int i = 0; i < 4; i++)
        t += (*row)[i];
    return t;
}

int main(void) {
    int n = 0;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 4; k++)
                cube[i][j][k] = n++;
    printf("%d %d %d\n", cube[1][2][3], *(*(*(cube + 1) + 1) + 1), row_sum(&cube[1][0]));
    int(*plane)[3][4] = &cube[1];
    printf("%d %zu %zu\n", (*plane)[2][0], sizeof *plane, sizeof cube[0][0]);
    const char *lines[] = {"first", "second", [3] = "fourth"};
    printf("%s %d %zu\n", lines[1], lines[2] == NULL, sizeof lines / sizeof *lines);
    int *flat = &cube[0][0][0];
    return flat[17] + lines[3][1];
}
