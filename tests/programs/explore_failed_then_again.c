//! what: a stream that has failed once can still be read
//! options: --calls-may-fail
//! cover: branch 11/14
//! infeasible-left: 3

#include <stdio.h>
#include <string.h>

int main(void) {
    FILE *file = fopen("lines", "w+");
    if (file == NULL || fputs("first\n", file) < 0)
        return 1;
    rewind(file);
    char line[8];
    if (fgets(line, sizeof line, file) != NULL)
        return strcmp(line, "first\n") == 0 ? 0 : 90;
    if (fgets(line, sizeof line, file) == NULL)
        return 2;
    return ferror(file) && strcmp(line, "first\n") == 0 ? 3 : 91;
}
