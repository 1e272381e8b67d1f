//! what: tmpnam gives names that no file has, and a place of its own for them
//! run: exit 0
//! out: new other free

#include <stdio.h>
#include <string.h>

int main(void) {
    char first[L_tmpnam], second[L_tmpnam];
    if (tmpnam(first) != first || tmpnam(second) != second)
        return 1;
    FILE *file = fopen(first, "r");
    const char *own = tmpnam(NULL);
    printf("%s %s %s\n", file ? "there" : "new", strcmp(first, second) ? "other" : "same",
           own && strcmp(own, first) && strlen(own) < L_tmpnam ? "free" : "taken");
    return 0;
}
