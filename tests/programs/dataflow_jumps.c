//! what: a jump out of a condition leaves nothing behind for the predicates it was for
//! cover: dataflow 13/16

#include <setjmp.h>

int __VERIFIER_nondet_int(void);

static jmp_buf back;

static int check(int a) {
    if (a > 5)
        longjmp(back, 1);
    return a;
}

int main(void) {
    int a = __VERIFIER_nondet_int();
    if (a < -9 || a > 9)
        return 0;
    int twice = 0;
    if (setjmp(back))
        return 3;
    if (a + check(a) > 4)
        twice = 1;
    if (twice // infeasible, unproved: twice from 20:9 then true, twice from 24:15 then false
        && a < 0) // infeasible, unproved: true, a from 17:9 then true
        return 1;
    return 2;
}
