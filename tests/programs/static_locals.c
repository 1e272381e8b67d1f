//! what: static locals, linkage, tentative definitions
//! run: exit 14
//! out: 13 0 5 two
//! out: 42

#include <stdio.h>

int shared;
int shared;
static int hidden = 5;
extern int later;

static int counter(void) {
    static int n = 10;
    static int *where = &n;
    (*where)++;
    return n;
}

static const char *name(int i) {
    static const char *const names[] = {"zero", "one", "two"};
    return names[i];
}

int main(void) {
    counter();
    counter();
    printf("%d %d %d %s\n", counter(), shared, hidden, name(2));
    shared = later;
    {
        extern int shared;
        shared++;
    }
    printf("%d\n", shared);
    return counter();
}

int later = 41;
