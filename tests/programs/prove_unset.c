//! what: proofs: memory that was never set holds anything, what was set does not

#include <stdlib.h>
#include <string.h>

int __VERIFIER_nondet_int(void);

struct pair {
    int first, second;
};

static int local(void) {
    int never;
    return never == 5; // infeasible, unproved: true
}

int main(void) {
    int set = 3, block[4];
    struct pair half;
    half.first = 1;
    int x;
    if (x == 5) // infeasible, unproved: true
        return 1;
    if (block[2] == 9) // infeasible, unproved: true
        return 2;
    if (half.second == 2) // infeasible, unproved: true
        return 3;
    if (half.first != 1) // infeasible: true
        return 4;
    for (int i = 0; i < 2; i++) {
        int again;
        if (i == 1 && again == 1) // infeasible, unproved: true
            return 5;
        again = i;
    }
    char *a = malloc(64);
    if (!a)
        return 6;
    memset(a, 'x', 64);
    free(a);
    char *b = malloc(64);
    if (!b)
        return 6;
    if (b[40] == 'x') // infeasible, unproved: true
        return 7;
    if (set != 3) // infeasible: true
        return 8;
    return local();
}
