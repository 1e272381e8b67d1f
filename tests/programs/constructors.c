//! what: constructors and destructors by priority, and atexit
//! run: exit 12
//! out: 12
//! out: b
//! out: a
//! out: destructor 13

#include <stdio.h>
#include <stdlib.h>

static int ready;

__attribute__((constructor(200))) static void second(void) {
    ready = ready * 10 + 2;
}

__attribute__((constructor(101))) static void first(void) {
    ready = ready * 10 + 1;
}

__attribute__((destructor)) static void last(void) {
    printf("destructor %d\n", ready);
}

static void handler_a(void) {
    puts("a");
}

static void handler_b(void) {
    puts("b");
    ready++;
}

int main(void) {
    printf("%d\n", ready);
    atexit(handler_a);
    atexit(handler_b);
    return ready;
}
