//! what: strtok, strtok_r and strsep
//! run: exit 3
//! out: 1:one 2:two 3:three .
//! out: k->v x->y .
//! out: [a][][b][].

#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

int main(void) {
    char a[] = "  one, two ,,three  ";
    int n = 0;
    for (char *t = strtok(a, " ,"); t; t = strtok(NULL, " ,"))
        printf("%d:%s ", ++n, t);
    printf(".\n");
    char lines[] = "k=v;x=y";
    char *outer;
    for (char *pair = strtok_r(lines, ";", &outer); pair; pair = strtok_r(NULL, ";", &outer)) {
        char *inner;
        char *key = strtok_r(pair, "=", &inner);
        printf("%s->%s ", key, strtok_r(NULL, "=", &inner));
    }
    printf(".\n");
    char b[] = "a::b:";
    char *rest = b;
    for (char *t; (t = strsep(&rest, ":"));)
        printf("[%s]", t);
    printf(".\n");
    return n;
}
