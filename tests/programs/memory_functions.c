//! what: memcpy, memmove, memset, memcmp
//! run: exit 1
//! out: 0101234789
//! out: 1234784789
//! out: 1234***789
//! out: 0 1
//! out: xyz4***789 3
//! out: 0

#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

int main(void) {
    char b[] = "0123456789";
    memmove(b + 2, b, 5);
    puts(b);
    memmove(b, b + 3, 6);
    puts(b);
    memset(b + 4, '*', 3);
    puts(b);
    int v[4] = {1, 2, 3, 4}, w[4];
    memcpy(w, v, sizeof v);
    w[2] = 9;
    printf("%d %d\n", memcmp(v, w, 8), memcmp(v, w, sizeof v) < 0);
    char *end = mempcpy(b, "xyz", 3);
    printf("%s %d\n", b, (int)(end - b));
    struct { char c; int i; } s, t;
    memset(&s, 0, sizeof s);
    memset(&t, 0, sizeof t);
    s.i = t.i = 5;
    printf("%d\n", memcmp(&s, &t, sizeof s));
    return memccpy(b, "stop.here", '.', 9) == b + 5;
}
