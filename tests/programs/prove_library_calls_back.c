//! what: proofs: the C library calls functions of the program, directly and behind a pointer

#include <stdlib.h>

int __VERIFIER_nondet_int(void);

static int swaps, asked;

static int ascending(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    if (x > y) {
        swaps++;
        return 1;
    }
    return 0;
}

static int equal(const void *a, const void *b) {
    int unused = 0;
    asked = 1;
    if (*(const int *)a == *(const int *)b)
        return 0;
    if (unused) // infeasible: true
        return 2;
    return -1;
}

int main(void) {
    int values[2] = { __VERIFIER_nondet_int(), 4 };
    int key = __VERIFIER_nondet_int(), calm = 1;
    void (*volatile sort)(void *, size_t, size_t, int (*)(const void *, const void *)) = qsort;
    sort(values, 2, sizeof *values, ascending);
    if (swaps)
        return 1;
    bsearch(&key, values, 2, sizeof *values, equal);
    if (!asked) // infeasible, unproved: true
        return 2;
    if (calm != 1) // infeasible: true
        return 3;
    return 0;
}
