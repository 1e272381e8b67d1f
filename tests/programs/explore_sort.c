//! what: sorting symbolic numbers: the result is in order on every path
//! cover: branch 8/10
//! infeasible-left: 2

#include <stdlib.h>

int __VERIFIER_nondet_int(void);

static int compare(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    if (x < y)
        return -1;
    if (x > y)
        return 1;
    return 0;
}

int main(void) {
    int v[3];
    for (int i = 0; i < 3; i++)
        v[i] = __VERIFIER_nondet_int();
    qsort(v, 3, sizeof v[0], compare);
    if (v[0] > v[1] || v[1] > v[2])
        return 1;
    return 0;
}
