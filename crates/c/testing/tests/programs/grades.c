/* The subject of emitted tests: inputs of all families, and several ways to end. */
#include "grades.h"

#include <assert.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);
double __VERIFIER_nondet_double(void);
unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int condition);
void klee_make_symbolic(void *address, unsigned long size, const char *name);
int __CrestInt(int *x);
int bonus(void);

static char name[8];

int main(void) {
    int points = __VERIFIER_nondet_int();
    __VERIFIER_assume(points >= 0);
    if (points > LIMIT)
        exit(3);
    if (points == 13)
        abort();
    if (points == 14)
        return 100 / (points - 14);
    if (points == 15)
        return *(volatile int *)(long)(points - 15);
    if (points == 16)
        assert(points < 16);
    if (points == 17)
        for (;;) {}
    if (points == 18) {
        int other;
        __CrestInt(&other);
        klee_make_symbolic(name, sizeof name, "name");
        double weight = __VERIFIER_nondet_double();
        if (other == -7 && name[0] == '"' && name[4] == 'z' && name[7] == 0 && weight == 0.1)
            return bonus() + __VERIFIER_nondet_uchar();
    }
    return 0;
}
