//! what: setjmp and longjmp across several frames
//! run: exit 5
//! out: 5 1
//! out: 1 2
//! out: 1 3
//! out: 1 3

#include <setjmp.h>
#include <stdio.h>

static jmp_buf escape;
static int depth;

static void descend(int n) {
    depth++;
    if (n == 0)
        longjmp(escape, depth);
    descend(n - 1);
    puts("never");
}

int main(void) {
    volatile int tries = 0;
    int result = setjmp(escape);
    if (result == 0) {
        tries++;
        descend(4);
    }
    printf("%d %d\n", result, tries);
    if (tries < 3) {
        tries++;
        longjmp(escape, 0);
    }
    printf("%d %d\n", result, tries);
    return depth;
}
