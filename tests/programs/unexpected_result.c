//! what: a function that returns a value is called through a pointer that promises none
//! run: exit 0
//! out: 5 7 text

#include <stdio.h>

static long calls;

static long count(const char *name, int more) {
    calls += more + (name[0] == 't');
    return 0;
}

static void twice(char *text, int first, int second, void (*function)(const char *, int)) {
    function(text, first);
    function(text, second);
    printf("%ld %d %s\n", calls, second, text);
}

int main(void) {
    twice("text", -4, 7, (void (*)(const char *, int))count);
    return 0;
}
