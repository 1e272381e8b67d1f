//! what: longjmp on a symbolic condition
//! cover: branch 8/8

#include <setjmp.h>

int __VERIFIER_nondet_int(void);

static jmp_buf out;

static void check(int x) {
    if (x < 0)
        longjmp(out, 1);
    if (x > 100)
        longjmp(out, 2);
}

int main(void) {
    int code = setjmp(out);
    if (code == 0) {
        check(__VERIFIER_nondet_int());
        return 0;
    }
    if (code == 2)
        return 2;
    return 1;
}
