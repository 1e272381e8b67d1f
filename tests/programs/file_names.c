//! what: basename, dirname, fnmatch
//! run: exit 0
//! out: lib /usr
//! out: usr /
//! out: usr .
//! out: / /
//! out: . .
//! out: b a
//! out: . .
//! out: 0 1 0
//! out: 0 1
//! out: 1 0
//! out: 1 0
//! out: 0 0

#include <fnmatch.h>
#include <libgen.h>
#include <stdio.h>
#include <string.h>

static const char *base(const char *text) {
    static char copy[32];
    return basename(strcpy(copy, text));
}

static const char *folder(const char *text) {
    static char copy[32];
    return dirname(strcpy(copy, text));
}

int main(void) {
    static const char *const paths[] = {"/usr/lib", "/usr/", "usr", "/", "", "a//b//", "."};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        printf("%s ", base(paths[i]));
        printf("%s\n", folder(paths[i]));
    }
    printf("%d %d %d\n", fnmatch("*.c", "x.c", 0), fnmatch("*.c", "x.h", 0), fnmatch("a?c", "abc", 0));
    printf("%d %d\n", fnmatch("[a-c]x", "bx", 0), fnmatch("[!a-c]x", "bx", 0));
    printf("%d %d\n", fnmatch("*", "a/b", FNM_PATHNAME), fnmatch("*/b", "a/b", FNM_PATHNAME));
    printf("%d %d\n", fnmatch("*", ".x", FNM_PERIOD), fnmatch(".*", ".x", FNM_PERIOD));
    printf("%d %d\n", fnmatch("\\*", "*", 0), fnmatch("**a*", "bab", 0));
    return 0;
}
