// Finding a byte in a string or a block.
//
// Constant leading bytes are compared with a constant needle in a plain loop. The rest is one
// term over addresses, built backwards, that is the place where the search stops; the path
// splits only on whether the search can leave the object, and that side is an out-of-bounds
// read.

#include "assay.h"

// Where a search for `c` in the string `s` stops: at the first `c` (which may be the NUL), or,
// where the string ends without one, at its NUL (`absent_is_end`) or at a null pointer.
static char *stop_at(const char *s, char c, _Bool absent_is_end) {
    size_t room = __assay_accessible(s);
    size_t from = 0;
    if (!__assay_is_symbolic((unsigned char)c)) {
        size_t run = __assay_concrete_string(s, room);
        for (; from < run; from++)
            if (s[from] == c)
                return (char *)s + from;
    }
    size_t end = __assay_sure_end(s, from, room);
    const char *stop = s + room;
    if (end < room)
        stop = absent_is_end ? s + end : __assay_select_pointer(c == 0, s + end, NULL);
    for (size_t i = end; i-- > from;) {
        const char *at_nul = absent_is_end ? s + i : NULL;
        stop = __assay_select_pointer(s[i] == 0, at_nul, stop);
        stop = __assay_select_pointer(s[i] == c, s + i, stop);
    }
    if (end == room && stop == s + room)
        __assay_touch(s + room);
    return (char *)stop;
}

char *strchr(const char *s, int c) {
    return stop_at(s, (char)c, 0);
}

char *strchrnul(const char *s, int c) {
    return stop_at(s, (char)c, 1);
}

char *index(const char *s, int c) {
    return stop_at(s, (char)c, 0);
}

char *strrchr(const char *s, int c) {
    size_t length = strlen(s);
    size_t room = __assay_accessible(s);
    size_t end = __assay_sure_end(s, 0, room);
    const char *last = NULL;
    for (size_t i = 0; i <= end && i < room; i++) {
        _Bool here = (s[i] == (char)c) & (i <= length);
        last = __assay_select_pointer(here, s + i, last);
    }
    return (char *)last;
}

char *rindex(const char *s, int c) {
    return strrchr(s, c);
}

// The least of `n` and `room`, `room` where `n` is not a constant.
static size_t reach_of(size_t n, size_t room) {
    return !__assay_is_symbolic(n) && n < room ? n : room;
}

void *memchr(const void *block, int c, size_t n) {
    const unsigned char *p = block;
    unsigned char wanted = (unsigned char)c;
    size_t room = __assay_accessible(p);
    size_t reach = reach_of(n, room);
    size_t from = 0;
    while (from < reach && __assay_never(p[from] == wanted))
        from++;
    size_t end = from;
    while (end < reach && !__assay_always(p[end] == wanted))
        end++;
    const unsigned char *beyond = p + room;
    const unsigned char *stop = __assay_select_pointer(n <= room, NULL, beyond);
    if (end < reach)
        stop = __assay_select_pointer(end < n, p + end, NULL);
    for (size_t i = end; i-- > from;)
        stop = __assay_select_pointer((p[i] == wanted) & (i < n), p + i, stop);
    if (end == room && stop == beyond)
        __assay_touch(beyond);
    return (void *)stop;
}

void *rawmemchr(const void *block, int c) {
    return memchr(block, c, SIZE_MAX);
}

void *memrchr(const void *block, int c, size_t n) {
    const unsigned char *p = block;
    size_t room = __assay_accessible(p);
    if (n > room)
        __assay_touch(p + room);
    size_t reach = reach_of(n, room);
    const unsigned char *last = NULL;
    for (size_t i = 0; i < reach; i++) {
        _Bool here = (p[i] == (unsigned char)c) & (i < n);
        last = __assay_select_pointer(here, p + i, last);
    }
    return (void *)last;
}
