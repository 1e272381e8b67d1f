// Finding one string or block inside another.
//
// Where the needle starts is one term over the candidate places, last to first; whether it
// starts at a place is a conjunction of byte comparisons, and of the place lying inside the
// haystack where its length is symbolic. Only a needle of symbolic length splits the path: its
// length says which bytes are compared at all. Places that surely do or do not match are
// decided in a plain loop.

#include "assay.h"

static int plain(unsigned char c) {
    return c;
}

static int folded(unsigned char c) {
    return __assay_fold_case(c);
}

// Whether the `n` bytes at `a` and `b` agree; a constant false as soon as one pair surely
// differs.
static inline _Bool agree(const unsigned char *a, const unsigned char *b, size_t n,
                          int (*view)(unsigned char)) {
    _Bool same = 1;
    for (size_t i = 0; i < n && !__assay_never(same); i++)
        same = same & (view(a[i]) == view(b[i]));
    return same;
}

// The first place of `wanted` in a haystack of `size` bytes, a term that is at most `reach`.
static inline void *find(const void *block, size_t reach, size_t size, const void *wanted,
                         size_t n, int (*view)(unsigned char)) {
    const unsigned char *p = block, *q = wanted;
    if (n > reach)
        return NULL;
    size_t places = reach - n + 1;
    size_t from = 0;
    while (from < places && __assay_never(agree(p + from, q, n, view) & (from + n <= size)))
        from++;
    size_t end = from;
    while (end < places && !__assay_always(agree(p + end, q, n, view) & (end + n <= size)))
        end++;
    const unsigned char *found = end < places ? p + end : NULL;
    for (size_t i = end; i-- > from;) {
        _Bool here = agree(p + i, q, n, view) & (i + n <= size);
        found = __assay_select_pointer(here, p + i, found);
    }
    return (void *)found;
}

static inline char *find_string(const char *s, const char *wanted, int (*view)(unsigned char)) {
    size_t n = __assay_split_length(wanted, SIZE_MAX);
    size_t length = strlen(s);
    size_t reach = __assay_is_symbolic(length)
                       ? __assay_sure_end(s, 0, __assay_accessible(s))
                       : length;
    return find(s, reach, length, wanted, n, view);
}

void *memmem(const void *block, size_t size, const void *wanted, size_t n) {
    size_t room = __assay_accessible(block);
    if (size > room)
        __assay_touch((const char *)block + room);
    return find(block, __assay_is_symbolic(size) ? room : size, size, wanted, n, plain);
}

char *strstr(const char *s, const char *wanted) {
    return find_string(s, wanted, plain);
}

char *strcasestr(const char *s, const char *wanted) {
    return find_string(s, wanted, folded);
}
