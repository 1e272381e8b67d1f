// Comparing strings and blocks.
//
// While both sides are constant, bytes are compared in a plain loop. From the first symbolic
// byte on, the result is one term, built backwards from the last position that can matter:
//     ite(x != y, x - y, ite(x == 0, 0, …rest))
// A comparison that can leave an object without being decided ends as `UNDECIDED`, and one
// branch on that reports the out-of-bounds read.

#include "assay.h"

enum { UNDECIDED = 0x10000 };

static int plain(unsigned char c) {
    return c;
}

static int folded(unsigned char c) {
    return __assay_fold_case(c);
}

static inline int choose(_Bool c, int a, int b) {
    return (int)__assay_select(c, (uint64_t)a, (uint64_t)b);
}

static inline size_t least(size_t a, size_t b) {
    return a < b ? a : b;
}

// Compares at most `n` characters (`n` may be symbolic) of two strings through `view`.
static inline int compare_strings(const char *a, const char *b, size_t n,
                                  int (*view)(unsigned char)) {
    const unsigned char *x = (const unsigned char *)a, *y = (const unsigned char *)b;
    size_t room_a = __assay_accessible(a), room_b = __assay_accessible(b);
    _Bool counted = !__assay_is_symbolic(n);
    size_t reach = least(room_a, room_b);
    if (counted)
        reach = least(reach, n);

    size_t from = 0;
    if (counted) {
        size_t run = least(__assay_concrete_string(a, reach), __assay_concrete_string(b, reach));
        for (; from < run; from++)
            if (view(x[from]) != view(y[from]))
                return view(x[from]) - view(y[from]);
        if (from == n)
            return 0;
    }

    // Position `end` is the last to be compared: a sure NUL of one side, or past the reach.
    size_t end = least(__assay_sure_end(a, from, reach), __assay_sure_end(b, from, reach));
    int result = end < reach ? view(x[end]) - view(y[end]) : UNDECIDED;
    result = choose(end >= n, 0, result);
    for (size_t i = end; i-- > from;) {
        int left = view(x[i]), right = view(y[i]);
        result = choose(left == 0, 0, result);
        result = choose(left != right, left - right, result);
        if (!counted)
            result = choose(i >= n, 0, result);
    }
    if (end == reach && (end == room_a || end == room_b) && result == UNDECIDED) {
        __assay_touch(a + end);
        __assay_touch(b + end);
    }
    return result;
}

int strcmp(const char *a, const char *b) {
    return compare_strings(a, b, SIZE_MAX, plain);
}

int strncmp(const char *a, const char *b, size_t n) {
    return compare_strings(a, b, n, plain);
}

int strcasecmp(const char *a, const char *b) {
    return compare_strings(a, b, SIZE_MAX, folded);
}

int strncasecmp(const char *a, const char *b, size_t n) {
    return compare_strings(a, b, n, folded);
}

// The C locale collates by bytes.
int strcoll(const char *a, const char *b) {
    return strcmp(a, b);
}

int memcmp(const void *a, const void *b, size_t n) {
    const unsigned char *x = a, *y = b;
    size_t room_a = __assay_accessible(a), room_b = __assay_accessible(b);
    if (n > room_a)
        __assay_touch(x + room_a);
    if (n > room_b)
        __assay_touch(y + room_b);
    size_t reach = least(room_a, room_b);
    if (!__assay_is_symbolic(n))
        reach = n;
    size_t from = 0;
    while (from < reach && __assay_never(x[from] != y[from]))
        from++;
    size_t end = from;
    while (end < reach && !__assay_always(x[end] != y[end]))
        end++;
    int result = end < reach ? choose(end < n, x[end] - y[end], 0) : 0;
    for (size_t i = end; i-- > from;)
        result = choose((x[i] != y[i]) & (i < n), x[i] - y[i], result);
    return result;
}

int bcmp(const void *a, const void *b, size_t n) {
    return memcmp(a, b, n);
}

// ---- Names with numbers in them -----------------------------------------------------------

static _Bool is_digit(unsigned char c) {
    return c - '0' < 10u;
}

// Numbers compare by value; those that begin with a zero as fractions, of which more zeros come
// first. `a00` < `a0` < `a09` < `a1` < `a10`.
int strverscmp(const char *a, const char *b) {
    const unsigned char *p = (const unsigned char *)a, *q = (const unsigned char *)b;
    // The digits right before the difference.
    enum { NONE, ZEROS, FRACTION, NUMBER } digits = NONE;
    size_t i = 0;
    for (; p[i] == q[i]; i++) {
        if (p[i] == 0)
            return 0;
        if (!is_digit(p[i]))
            digits = NONE;
        else if (digits == NONE)
            digits = p[i] == '0' ? ZEROS : NUMBER;
        else if (digits == ZEROS && p[i] != '0')
            digits = FRACTION;
    }
    int difference = p[i] - q[i];
    _Bool in_a = is_digit(p[i]), in_b = is_digit(q[i]);
    if (digits == ZEROS && in_a != in_b)
        return in_a ? -1 : 1;
    if (digits == FRACTION || digits == ZEROS)
        return difference;
    if (digits == NONE && (!in_a || !in_b || p[i] == '0' || q[i] == '0'))
        return difference;
    // The longer number is the larger one.
    for (; is_digit(p[i]) && is_digit(q[i]); i++)
        ;
    if (is_digit(p[i]) != is_digit(q[i]))
        return is_digit(p[i]) ? 1 : -1;
    return difference;
}
