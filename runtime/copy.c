// Copying and joining strings.
//
// A copy of symbolic bytes does not split on the length: every byte that may belong to the
// string is merged,
//     to[i] = ite(no NUL before i, from[i], old to[i]),
// up to the first byte that surely is a NUL. If the destination may be too small, one branch
// asks for that. Constant prefixes are moved with memcpy. Only where the place to write to, or
// the size of a new object, is a symbolic length (strcat, strdup) there is one path per length.

#include "assay.h"

static inline size_t least(size_t a, size_t b) {
    return a < b ? a : b;
}

static inline char merge(_Bool c, char a, char b) {
    return (char)__assay_select(c, (unsigned char)a, __assay_initialised((unsigned char)b));
}

// Copies the string with its NUL and returns the address of the NUL in `to`.
char *stpcpy(char *to, const char *from) {
    size_t room = __assay_accessible(from), space = __assay_accessible(to);
    size_t run = __assay_concrete_string(from, room);
    size_t end = __assay_sure_end(from, run, room);
    memcpy(to, from, run);
    if (run == end && end < room) {
        to[run] = 0;
        return to + run;
    }
    char *nul = to + end;
    _Bool alive = 1;
    for (size_t i = run; i <= end; i++) {
        if (i == room && alive)
            __assay_touch(from + room);
        if (i == room)
            break;
        if (i >= space && alive)
            __assay_touch_write(to + i);
        if (i >= space)
            break;
        char c = from[i];
        to[i] = merge(alive, c, to[i]);
        nul = __assay_select_pointer(alive & (c == 0), to + i, nul);
        alive = alive & (c != 0);
    }
    return nul;
}

char *strcpy(char *to, const char *from) {
    stpcpy(to, from);
    return to;
}

// Copies at most `n` bytes, fills the rest with NULs, and returns the address of the first NUL
// written, or `to + n`.
char *stpncpy(char *to, const char *from, size_t n) {
    size_t room = __assay_accessible(from), space = __assay_accessible(to);
    if (n > space)
        __assay_touch_write(to + space);
    size_t reach = __assay_is_symbolic(n) ? space : n;
    size_t run = __assay_is_symbolic(n) ? 0 : __assay_concrete_string(from, least(room, n));
    memcpy(to, from, run);
    char *nul = to + n;
    _Bool alive = 1;
    for (size_t i = run; i < reach; i++) {
        if (i == room && alive & (i < n))
            __assay_touch(from + room);
        char c = i < room ? (char)__assay_select(alive, (unsigned char)from[i], 0) : 0;
        to[i] = __assay_always(i < n) ? c : merge(i < n, c, to[i]);
        nul = __assay_select_pointer(alive & (c == 0) & (i < n), to + i, nul);
        alive = alive & (c != 0);
    }
    return nul;
}

char *strncpy(char *to, const char *from, size_t n) {
    stpncpy(to, from, n);
    return to;
}

char *strcat(char *to, const char *from) {
    stpcpy(to + __assay_split_length(to, SIZE_MAX), from);
    return to;
}

char *strncat(char *to, const char *from, size_t n) {
    char *at = to + __assay_split_length(to, SIZE_MAX);
    size_t length = __assay_split_length(from, n);
    memcpy(at, from, length);
    at[length] = 0;
    return to;
}

static char *duplicate(const char *s, size_t n) {
    size_t length = __assay_split_length(s, n);
    char *copy = __assay_malloc(length + 1);
    if (copy == NULL)
        return NULL;
    memcpy(copy, s, length);
    copy[length] = 0;
    return copy;
}

char *strndup(const char *s, size_t n) {
    return duplicate(s, n);
}

char *strdup(const char *s) {
    return duplicate(s, SIZE_MAX);
}

char *__strdup(const char *s) {
    return duplicate(s, SIZE_MAX);
}

void *mempcpy(void *to, const void *from, size_t n) {
    memcpy(to, from, n);
    return (char *)to + n;
}

void *memccpy(void *to, const void *from, int c, size_t n) {
    char *out = to;
    const char *in = from;
    for (size_t i = 0; i < n; i++) {
        out[i] = in[i];
        if (out[i] == (char)c)
            return out + i + 1;
    }
    return NULL;
}

// The C locale transforms a string to itself.
size_t strxfrm(char *to, const char *from, size_t n) {
    size_t length = strlen(from);
    if (n > 0 && length < n)
        stpcpy(to, from);
    else
        memcpy(to, from, n);
    return length;
}

void bcopy(const void *from, void *to, size_t n) {
    memmove(to, from, n);
}

void bzero(void *block, size_t n) {
    memset(block, 0, n);
}

void explicit_bzero(void *block, size_t n) {
    memset(block, 0, n);
}

void swab(const void *from, void *to, ptrdiff_t n) {
    const char *in = from;
    char *out = to;
    for (ptrdiff_t i = 0; i + 1 < n; i += 2) {
        char first = in[i];
        out[i] = in[i + 1];
        out[i + 1] = first;
    }
}

// The checked variants that fortified headers call: the object's size is the second bound, and
// the machine checks the real object anyway.

static void check(size_t n, size_t object) {
    if (n > object)
        __assay_abort();
}

void *__mempcpy_chk(void *to, const void *from, size_t n, size_t object) {
    check(n, object);
    return mempcpy(to, from, n);
}

char *__strcpy_chk(char *to, const char *from, size_t object) {
    check(strlen(from) + 1, object);
    return strcpy(to, from);
}

char *__stpcpy_chk(char *to, const char *from, size_t object) {
    check(strlen(from) + 1, object);
    return stpcpy(to, from);
}

char *__strncpy_chk(char *to, const char *from, size_t n, size_t object) {
    check(n, object);
    return strncpy(to, from, n);
}

char *__strcat_chk(char *to, const char *from, size_t object) {
    check(strlen(to) + strlen(from) + 1, object);
    return strcat(to, from);
}

char *__strncat_chk(char *to, const char *from, size_t n, size_t object) {
    check(strlen(to) + strnlen(from, n) + 1, object);
    return strncat(to, from, n);
}
