//! what: getopt_long over arguments that are inputs
//! options: --sym-args 0 2 3
//! cover: branch 16/16

#include <getopt.h>
#include <stdlib.h>

static const struct option names[] = {{"x", no_argument, NULL, 'x'}, {NULL, 0, NULL, 0}};

int main(int argc, char **argv) {
    int c, level = 0, flags = 0;
    opterr = 0;
    while ((c = getopt_long(argc, argv, "l:v", names, NULL)) != -1) {
        switch (c) {
        case 'l':
            level = atoi(optarg);
            break;
        case 'v':
            flags |= 1;
            break;
        case 'x':
            flags |= 2;
            break;
        default:
            return 2;
        }
    }
    if (level == 7)
        return 3;
    if (flags == 3)
        return 4;
    return optind < argc ? 5 : 0;
}
