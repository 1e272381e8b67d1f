// Character classes of the C locale.
//
// Every test is a few comparisons joined by bit operations, never a branch, so asking about a
// symbolic character costs a term and no path. Results are glibc's own non-zero values (the
// class's bit in its table). The tables that the header's macros index are made from the same
// tests by the preprocessor.

#include "assay.h"

enum {
    UPPER = 1 << 8,
    LOWER = 1 << 9,
    ALPHA = 1 << 10,
    DIGIT = 1 << 11,
    XDIGIT = 1 << 12,
    SPACE = 1 << 13,
    PRINT = 1 << 14,
    GRAPH = 1 << 15,
    BLANK = 1 << 0,
    CNTRL = 1 << 1,
    PUNCT = 1 << 2,
    ALNUM = 1 << 3,
};

// One unsigned comparison; usable in constant expressions and on terms alike.
#define BETWEEN(c, low, high) ((unsigned)(c) - (low) <= (unsigned)(high) - (low))

#define IS_UPPER(c) BETWEEN(c, 'A', 'Z')
#define IS_LOWER(c) BETWEEN(c, 'a', 'z')
#define IS_ALPHA(c) (IS_UPPER(c) | IS_LOWER(c))
#define IS_DIGIT(c) BETWEEN(c, '0', '9')
#define IS_XDIGIT(c) (IS_DIGIT(c) | BETWEEN(c, 'A', 'F') | BETWEEN(c, 'a', 'f'))
#define IS_SPACE(c) (BETWEEN(c, '\t', '\r') | ((c) == ' '))
#define IS_PRINT(c) BETWEEN(c, ' ', '~')
#define IS_GRAPH(c) BETWEEN(c, '!', '~')
#define IS_BLANK(c) (((c) == ' ') | ((c) == '\t'))
#define IS_CNTRL(c) (BETWEEN(c, 0, 31) | ((c) == 127))
#define IS_ALNUM(c) (IS_ALPHA(c) | IS_DIGIT(c))
#define IS_PUNCT(c) (IS_GRAPH(c) & !IS_ALNUM(c))

// glibc's tables and functions take -128..255, where -128..-2 stand for the bytes 128..254.
#define AS_BYTE(c) ((c) + (BETWEEN((c) + 128, 0, 126) << 8))
#define TO_LOWER(c) (AS_BYTE(c) + (IS_UPPER(c) << 5))
#define TO_UPPER(c) (AS_BYTE(c) - (IS_LOWER(c) << 5))

#define CLASSES(c)                                                                             \
    (UPPER * IS_UPPER(c) | LOWER * IS_LOWER(c) | ALPHA * IS_ALPHA(c) | DIGIT * IS_DIGIT(c) |   \
     XDIGIT * IS_XDIGIT(c) | SPACE * IS_SPACE(c) | PRINT * IS_PRINT(c) | GRAPH * IS_GRAPH(c) | \
     BLANK * IS_BLANK(c) | CNTRL * IS_CNTRL(c) | PUNCT * IS_PUNCT(c) | ALNUM * IS_ALNUM(c))

#define FOR_4(f, c) f(c), f((c) + 1), f((c) + 2), f((c) + 3)
#define FOR_16(f, c) FOR_4(f, c), FOR_4(f, (c) + 4), FOR_4(f, (c) + 8), FOR_4(f, (c) + 12)
#define FOR_64(f, c) FOR_16(f, c), FOR_16(f, (c) + 16), FOR_16(f, (c) + 32), FOR_16(f, (c) + 48)
#define FOR_ALL(f) \
    FOR_64(f, -128), FOR_64(f, -64), FOR_64(f, 0), FOR_64(f, 64), FOR_64(f, 128), FOR_64(f, 192)

static const unsigned short classes[384] = {FOR_ALL(CLASSES)};
static const int32_t lower[384] = {FOR_ALL(TO_LOWER)};
static const int32_t upper[384] = {FOR_ALL(TO_UPPER)};

const unsigned short **__ctype_b_loc(void) {
    static const unsigned short *table = classes + 128;
    return &table;
}

const int32_t **__ctype_tolower_loc(void) {
    static const int32_t *table = lower + 128;
    return &table;
}

const int32_t **__ctype_toupper_loc(void) {
    static const int32_t *table = upper + 128;
    return &table;
}

size_t __ctype_get_mb_cur_max(void) {
    return 1;
}

int isupper(int c) {
    return IS_UPPER(c) * UPPER;
}

int islower(int c) {
    return IS_LOWER(c) * LOWER;
}

int isalpha(int c) {
    return IS_ALPHA(c) * ALPHA;
}

int isdigit(int c) {
    return IS_DIGIT(c) * DIGIT;
}

int isxdigit(int c) {
    return IS_XDIGIT(c) * XDIGIT;
}

int isspace(int c) {
    return IS_SPACE(c) * SPACE;
}

int isprint(int c) {
    return IS_PRINT(c) * PRINT;
}

int isgraph(int c) {
    return IS_GRAPH(c) * GRAPH;
}

int isblank(int c) {
    return IS_BLANK(c) * BLANK;
}

int iscntrl(int c) {
    return IS_CNTRL(c) * CNTRL;
}

int ispunct(int c) {
    return IS_PUNCT(c) * PUNCT;
}

int isalnum(int c) {
    return IS_ALNUM(c) * ALNUM;
}

int isascii(int c) {
    return (c & ~127) == 0;
}

int toascii(int c) {
    return c & 127;
}

int tolower(int c) {
    return TO_LOWER(c);
}

int toupper(int c) {
    return TO_UPPER(c);
}
