// Spans of characters from a set, and the tokenisers built on them.
//
// Whether a byte is in the set is a term, so a span is one too: the first position where the
// membership changes, built backwards. The set itself is read once into its possible members.
// The tokenisers need the end of a token as a place to write to; there the path splits on the
// length of the token, never inside it.

#include "assay.h"

// True when `c` occurs in `set`, whose length (a sure end) is at most `size`.
static _Bool in_set(char c, const char *set, size_t size) {
    _Bool found = 0, alive = 1;
    for (size_t i = 0; i < size; i++) {
        alive = alive & (set[i] != 0);
        found = found | (alive & (set[i] == c));
    }
    return found;
}

// Size of the part of `set` that may hold members, after checking that the string ends.
static size_t set_size(const char *set) {
    strlen(set);
    return __assay_sure_end(set, 0, __assay_accessible(set));
}

// Length of the leading part of `s` whose bytes are all in the set (`inside`), or all not.
static size_t span(const char *s, const char *set, _Bool inside) {
    size_t room = __assay_accessible(s);
    size_t size = set_size(set);
    size_t from = 0;
    while (from < room && __assay_always((s[from] != 0) & (in_set(s[from], set, size) == inside)))
        from++;
    size_t end = from;
    while (end < room && !__assay_always((s[end] == 0) | (in_set(s[end], set, size) != inside)))
        end++;
    size_t length = end;
    for (size_t i = end; i-- > from;) {
        _Bool stops = (s[i] == 0) | (in_set(s[i], set, size) != inside);
        length = (size_t)__assay_select(stops, i, length);
    }
    if (end == room && length == room)
        __assay_touch(s + room);
    return length;
}

size_t strspn(const char *s, const char *accept) {
    return span(s, accept, 1);
}

size_t strcspn(const char *s, const char *reject) {
    return span(s, reject, 0);
}

char *strpbrk(const char *s, const char *accept) {
    const char *at = s + span(s, accept, 0);
    return __assay_select_pointer(*at != 0, at, NULL);
}

// A constant equal to `length`, one path per value.
static size_t split(size_t length, size_t limit) {
    if (!__assay_is_symbolic(length))
        return length;
    for (size_t k = 0; k < limit; k++)
        if (length == k)
            return k;
    return limit;
}

static char *skip(char *s, const char *set, _Bool inside) {
    return s + split(span(s, set, inside), __assay_accessible(s));
}

char *strtok_r(char *s, const char *delimiters, char **rest) {
    if (s == NULL)
        s = *rest;
    char *token = skip(s, delimiters, 1);
    if (*token == 0) {
        *rest = token;
        return NULL;
    }
    char *end = skip(token, delimiters, 0);
    *rest = end;
    if (*end != 0) {
        *end = 0;
        *rest = end + 1;
    }
    return token;
}

char *__strtok_r(char *s, const char *delimiters, char **rest) {
    return strtok_r(s, delimiters, rest);
}

static char *tokeniser_rest;

char *strtok(char *s, const char *delimiters) {
    return strtok_r(s, delimiters, &tokeniser_rest);
}

char *strsep(char **rest, const char *delimiters) {
    char *token = *rest;
    if (token == NULL)
        return NULL;
    char *end = skip(token, delimiters, 0);
    *rest = NULL;
    if (*end != 0) {
        *end = 0;
        *rest = end + 1;
    }
    return token;
}
