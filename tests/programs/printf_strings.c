//! what: strings with width and precision, null strings, snprintf cut short
//! run: exit 5
//! out: [text] [    text] [text    ] [te] [   tex]
//! out: [(null)] [] [    (null)]
//! out: [abc]
//! out: 13 [longish]
//! out: 11
//! out: 5 <mid> 5
//! out: plain
//! out: xyz
//! out: raw

#include <stdio.h>
#include <string.h>

int main(void) {
    char small[8];
    const char *none = NULL;
    printf("[%s] [%8s] [%-8s] [%.2s] [%6.3s]\n", "text", "text", "text", "text", "text");
    printf("[%s] [%.3s] [%10s]\n", none, none, none);
    char raw[3] = {'a', 'b', 'c'};
    printf("[%.3s]\n", raw);
    int n = snprintf(small, sizeof small, "%s-%d", "longish", 12345);
    printf("%d [%s]\n", n, small);
    n = snprintf(NULL, 0, "%08.3f|%x", 3.5, 255);
    printf("%d\n", n);
    char buffer[64];
    n = sprintf(buffer, "%c%s%c", '<', "mid", '>');
    printf("%d %s %zu\n", n, buffer, strlen(buffer));
    puts("plain");
    putchar('x');
    fputs("yz\n", stdout);
    fwrite("raw\n", 1, 4, stdout);
    fprintf(stderr, "to the other stream %d\n", 1);
    return n;
}
