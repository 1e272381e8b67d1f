//! what: exit from a nested call runs handlers; the status is a byte
//! run: exit 49
//! out: leaving at 305

#include <stdio.h>
#include <stdlib.h>

static int level = 300;

static void say(void) {
    printf("leaving at %d\n", level);
}

static void dive(int n) {
    if (n == 0)
        exit(level);
    level++;
    dive(n - 1);
}

int main(void) {
    atexit(say);
    dive(5);
    return 0;
}
