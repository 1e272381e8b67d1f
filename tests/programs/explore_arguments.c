//! what: arguments as inputs, among fixed ones; how many there are is an input too
//! options: --arg -q --sym-args 0 2 2
//! cover: branch 8/10
//! infeasible-left: 2

#include <string.h>

int main(int argc, char **argv) {
    if (argc < 2 || strcmp(argv[1], "-q") != 0)
        return 9;
    if (argc == 4 && strcmp(argv[2], "ab") == 0)
        return argv[3][0] == '-' ? 1 : 2;
    return argc;
}
