//! what: a stream on a string of unknown length ends where the string does
//! flags: -D_GNU_SOURCE
//! options: --sym-arg 2
//! cover: branch 8/10
//! infeasible-left: 2

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
    size_t length = strlen(argv[1]);
    if (length == 0)
        return 0;
    FILE *stream = fmemopen(argv[1], length, "r");
    char *line = NULL;
    size_t room = 0;
    ssize_t got = getline(&line, &room, stream);
    if (line[got] != 0)
        return 1;
    if (got == 1 && line[1] != 0)
        return 2;
    int more = got == 2;
    free(line);
    fclose(stream);
    if (more)
        return 3;
    return 4;
}
