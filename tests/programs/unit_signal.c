//! what: a function that handles the signal of its own division
//! entry: ratio
//! cover: branch 10/10
//! finding: division-by-zero 28

#include <setjmp.h>
#include <signal.h>

static sigjmp_buf back;
static int strictness;

static void failed(int number) {
    if (strictness > 3)
        siglongjmp(back, 2);
    siglongjmp(back, 1);
}

int ratio(int whole, int part, int level) {
    strictness = level;
    signal(SIGFPE, failed);
    switch (sigsetjmp(back, 1)) {
    case 1: return -1;
    case 2: return -2;
    }
    if (whole == -2147483647 - 1)
        return 3;
    // Where the divisor is 0 the handler decides.
    return whole / part;
}
