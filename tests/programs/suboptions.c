//! what: getsubopt
//! run: exit 0
//! out: 0 - 1 5 2 - -1 size2=1 1 a=b -1 rw -1
//! out: rest: [] and none

#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char text[] = "ro,size=5,,size2=1,size=a=b,rw";
    char *const names[] = {"ro", "size", "", NULL};
    char *option = text, *value = NULL;
    while (*option) {
        int which = getsubopt(&option, names, &value);
        printf("%d %s ", which, value ? value : "-");
    }
    printf("%d\n", getsubopt(&option, names, &value));
    printf("rest: [%s] and %s\n", option, value == text + 28 ? "none" : "some");
    return 0;
}
