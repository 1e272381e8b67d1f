//! what: argc and argv of a run without arguments
//! run: exit 1
//! out: 1 1 1

#include <stdio.h>

int main(int argc, char **argv) {
    printf("%d %d %d\n", argc, argv[0] != NULL, argv[argc] == NULL);
    return argc;
}
