//! what: __builtin_setjmp and __builtin_longjmp
//! cover: branch 4/4

int nondet_int(void);

static void *here[5];
static int depth;

static void fall(int n) {
    if (++depth > 3)
        __builtin_longjmp(here, 1);
    fall(n + 1);
}

int main(void) {
    volatile int before = 6;
    if (__builtin_setjmp(here) == 0) {
        before += nondet_int() & 1;
        fall(0);
        return 1;
    }
    return before + depth;
}
