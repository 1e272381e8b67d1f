//! what: integers assembled from symbolic bytes and taken apart again
//! cover: branch 6/8
//! infeasible-left: 2

#include <string.h>

void klee_make_symbolic(void *p, size_t n, const char *name);

int main(void) {
    unsigned char raw[8];
    klee_make_symbolic(raw, sizeof raw, "raw");
    unsigned magic;
    memcpy(&magic, raw, 4);
    if (magic != 0x464c457fu)
        return 1;
    unsigned big = (unsigned)raw[4] << 24 | raw[5] << 16 | raw[6] << 8 | raw[7];
    if (big == 0x01020304u)
        return 2;
    memmove(raw + 1, raw, 4);
    if (raw[1] == 0x7f && raw[4] == 'F')
        return 3;
    return 0;
}
