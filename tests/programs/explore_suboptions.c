//! what: a suboption that is an input
//! entry: mode_of
//! cover: branch 14/14

#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

int mode_of(const char *options) {
    char text[8];
    if (!options)
        return -1;
    strncpy(text, options, sizeof text - 1);
    text[sizeof text - 1] = 0;
    char *const names[] = {"ro", "rw", NULL};
    char *option = text, *value;
    int mode = 0;
    while (*option)
        switch (getsubopt(&option, names, &value)) {
        case 0:
            mode |= value ? 1 : 2;
            break;
        case 1:
            mode |= 4;
            break;
        default:
            return -2;
        }
    return mode == 6 ? 7 : mode;
}
