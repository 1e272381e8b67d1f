// Length of strings.
//
// The leading constant bytes are skipped in one step. From the first symbolic byte on, the
// length is a term, built from the last byte that can matter backwards:
//     ite(s[k] == 0, k, ite(s[k+1] == 0, k+1, …))
// so the path does not split on the length. Where no byte of the object surely is a NUL, one
// branch asks whether the string can run past its object; that side ends as an
// out-of-bounds read.

#include "assay.h"

size_t __assay_sure_end(const char *p, size_t from, size_t limit) {
    size_t i = from;
    while (i < limit) {
        i += __assay_concrete_string(p + i, limit - i);
        if (i >= limit)
            break;
        if (!__assay_is_symbolic((unsigned char)p[i]))
            return i;
        i++;
    }
    return limit;
}

// The first NUL in s[from..end), or `end`.
static size_t first_nul(const char *s, size_t from, size_t end) {
    size_t length = end;
    for (size_t i = end; i-- > from;)
        length = (size_t)__assay_select(s[i] == 0, i, length);
    return length;
}

size_t strlen(const char *s) {
    size_t room = __assay_accessible(s);
    size_t from = __assay_concrete_string(s, room);
    size_t end = __assay_sure_end(s, from, room);
    size_t length = first_nul(s, from, end);
    if (end == room && length == room)
        __assay_touch(s + room);
    return length;
}

size_t strnlen(const char *s, size_t limit) {
    size_t room = __assay_accessible(s);
    size_t reach = room;
    if (!__assay_is_symbolic(limit) && limit < room)
        reach = limit;
    size_t from = __assay_concrete_string(s, reach);
    size_t end = __assay_sure_end(s, from, reach);
    size_t length = first_nul(s, from, end);
    if (end == room && (length == room) & (limit > room))
        __assay_touch(s + room);
    return (size_t)__assay_select(limit < length, limit, length);
}

size_t __assay_split_length(const char *s, size_t limit) {
    size_t room = __assay_accessible(s);
    size_t k = __assay_concrete_string(s, limit < room ? limit : room);
    while (k < limit && s[k] != 0)
        k++;
    return k;
}
