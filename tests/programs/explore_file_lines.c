//! what: a file named by an argument, read by lines; other names do not exist
//! options: --sym-arg 2 --sym-file in 4
//! cover: branch 12/12

#include <errno.h>
#include <stdio.h>

int main(int argc, char **argv) {
    char line[8];
    FILE *file = argv[1][0] != '/' && argv[1][0] != '.' ? fopen(argv[1], "r") : NULL;
    if (file == NULL)
        return errno == ENOENT ? 2 : 3;
    int comments = 0;
    while (fgets(line, sizeof line, file) != NULL)
        comments += line[0] == '#';
    if (comments == 2)
        return 4;
    return fclose(file);
}
