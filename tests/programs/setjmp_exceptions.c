//! what: exceptions made of setjmp: nested handlers and rethrow
//! run: exit 108
//! out: 9
//! out: -7
//! out: caught 108

#include <setjmp.h>
#include <stdio.h>

struct handler {
    jmp_buf where;
    struct handler *outer;
};

static struct handler *current;

static void throw(int code) {
    struct handler *h = current;
    current = h->outer;
    longjmp(h->where, code);
}

static int parse(int c) {
    if (c < 0)
        throw(7);
    if (c > 9)
        throw(8);
    return c * c;
}

static int guarded(int c) {
    struct handler h;
    h.outer = current;
    current = &h;
    int code = setjmp(h.where);
    if (code == 0) {
        int v = parse(c);
        current = h.outer;
        return v;
    }
    if (code == 8)
        throw(code + 100);
    return -code;
}

int main(void) {
    struct handler h;
    h.outer = NULL;
    current = &h;
    int code = setjmp(h.where);
    if (code == 0) {
        printf("%d\n", guarded(3));
        printf("%d\n", guarded(-1));
        printf("%d\n", guarded(12));
    }
    printf("caught %d\n", code);
    return code;
}
