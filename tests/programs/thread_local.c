//! what: thread-local variables of the only thread
//! run: exit 50
//! out: 105 tls 0 9

#include <stdio.h>

static _Thread_local int count = 3;
_Thread_local char text[8] = "tls";
static __thread struct {
    int a, b;
} pair;

static int bump(void) {
    static _Thread_local int inner = 100;
    return inner++ + count++;
}

int main(void) {
    pair.b = 9;
    bump();
    printf("%d %s %d %d\n", bump(), text, pair.a, pair.b);
    int *p = &count;
    *p = 50;
    return count;
}
