//! what: a long argument is copied into a short buffer
//! options: --sym-arg 6
//! cover: branch 3/4
//! infeasible-left: 1
//! finding: out-of-bounds 13

#include <string.h>

int main(int argc, char **argv) {
    char name[5];
    if (argc != 2)
        return 1;
    strcpy(name, argv[1]);
    return name[0] == 'x' ? 2 : 0;
}
