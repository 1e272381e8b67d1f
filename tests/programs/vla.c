//! what: variable-length arrays, also as two-dimensional parameters
//! run: exit 105
//! out: 4 0 ab 3
//! out: 16 3 abcd 5
//! out: 36 12 abcdef 7
//! out: 64 30 abcdefgh 9
//! out: 100 60 abcdefghij 11

#include <stdio.h>

static int trace(int n, int m[n][n]) {
    int t = 0;
    for (int i = 0; i < n; i++)
        t += m[i][i];
    return t;
}

static int work(int n) {
    int m[n][n];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            m[i][j] = i * n + j;
    printf("%zu ", sizeof m);
    return trace(n, m);
}

int main(void) {
    int total = 0;
    for (int n = 1; n < 6; n++) {
        char line[n * 2 + 1];
        for (int i = 0; i < n * 2; i++)
            line[i] = (char)('a' + i);
        line[n * 2] = 0;
        int t = work(n);
        printf("%d %s %zu\n", t, line, sizeof line);
        total += t;
    }
    return total;
}
