//! what: a number that is likely a length may be anything, beside an object that has nothing to do with it
//! entry: digest
//! cover: branch 18/18
//! needs-contract: out-of-bounds 10 text points to at least 1 element

#include <stddef.h>

static int bounded(const char *s, size_t most) {
    const char *p = s;
    while (*p && most--)
        p++;
    return (int)(p - s);
}

int digest(const char *text, int len) {
    if (!text)
        return -1;
    if (len < 0)
        return -2;
    if (len > 1000000)
        return -3;
    if (bounded(text, (size_t)len) == len && len == 3)
        return 1;
    for (int i = 0; i < len; i++)
        if (text[i] == 'x')
            return 2;
    return 0;
}
