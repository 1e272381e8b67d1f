//! what: copying, joining and comparing strings
//! run: exit 9
//! out: abcdefgh 8
//! out: 120 121 0 0 0 35 35 35 .
//! out: -1 1 0
//! out: 0 -1
//! out: 0 -1
//! out: -1
//! out: Duplicate end
//! out: 2 3
//! out: No such file or directory

#include <stdio.h>
#include <string.h>
#include <strings.h>

static int sign(int v) { return (v > 0) - (v < 0); }

int main(void) {
    char buffer[32] = "abc";
    strcat(buffer, "def");
    strncat(buffer, "ghijk", 2);
    printf("%s %zu\n", buffer, strlen(buffer));
    char padded[8];
    memset(padded, '#', sizeof padded);
    strncpy(padded, "xy", 5);
    for (int i = 0; i < 8; i++)
        printf("%d ", padded[i]);
    printf(".\n%d %d %d\n", sign(strcmp("abc", "abd")), sign(strcmp("b", "a")), strcmp("same", "same"));
    printf("%d %d\n", strncmp("abcdef", "abcxyz", 3), sign(strncmp("abcdef", "abcxyz", 4)));
    printf("%d %d\n", strcasecmp("HeLLo", "hEllO"), sign(strncasecmp("ABx", "aby", 3)));
    printf("%d\n", sign(strcmp("\x7f", "\x80")));
    char *copy = strdup("duplicate");
    copy[0] = 'D';
    printf("%s %s\n", copy, stpcpy(buffer, "end") - 3);
    printf("%zu %zu\n", strnlen("abc", 2), strnlen("abc", 9));
    printf("%s\n", strerror(2));
    return (int)strlen(copy);
}
