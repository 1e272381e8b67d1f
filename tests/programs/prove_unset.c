//! what: proofs: memory that was never set holds anything, what was set does not
//! finding: uninitialised-read 22
//! finding: uninitialised-read 27
//! finding: uninitialised-read 29
//! finding: uninitialised-read 32
//! finding: uninitialised-read 40
//! finding: uninitialised-read 48
//! finding: uninitialised-read 57

#include <stdlib.h>
#include <string.h>

int __VERIFIER_nondet_int(void);

struct pair {
    int first, second;
};

static int local(void) {
    int never;
    // Nobody has set it, though the machine and the tests fill it with a pattern.
    return never == 5 ? 1 : 0; // open: true
}

int main(void) {
    int set = 3, block[4], x;
    if (x == 5) // open: true
        return 1;
    if (block[2] == 9) // open: true
        return 2;
    struct pair half = *(struct pair *)block;
    if (half.second == 2) // open: true
        return 3;
    half.first = 1;
    if (half.first != 1) // infeasible: true
        return 4;
    for (int i = 0; i < 2; i++) {
        int again;
        if (i == 1) {
            if (again == 1) // open: true
                return 5;
        }
        again = i;
    }
    switch (__VERIFIER_nondet_int()) {
        int skipped;
    case 1:
        if (skipped == 3) // open: true
            return 6;
    }
    char *a = malloc(64);
    if (a != NULL) { // infeasible, unproved: false
        memset(a, 'x', 64);
        free(a);
        a = malloc(64);
        if (a != NULL) { // infeasible, unproved: false
            if (a[40] == 'x') // open: true
                return 7;
        }
    }
    if (set != 3) // infeasible: true
        return 8;
    return local();
}
