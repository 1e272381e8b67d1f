// Locales: there is the C locale, and asking for another one fails. Nothing here splits a path
// except the name that a program asks for, by strcmp.

#include "assay.h"

struct lconv {
    char *decimal_point, *thousands_sep, *grouping;
    char *int_curr_symbol, *currency_symbol;
    char *mon_decimal_point, *mon_thousands_sep, *mon_grouping;
    char *positive_sign, *negative_sign;
    char numbers[14];
};

char *setlocale(int category, const char *name) {
    enum { LAST_CATEGORY = 12 };
    if ((unsigned)category > LAST_CATEGORY) {
        errno = EINVAL;
        return NULL;
    }
    if (name == NULL || *name == 0 || strcmp(name, "C") == 0 || strcmp(name, "POSIX") == 0)
        return "C";
    return NULL;
}

struct lconv *localeconv(void) {
    static struct lconv c = {
        ".", "", "", "", "", "", "", "", "", "",
        {CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX,
         CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX},
    };
    return &c;
}

// Multibyte characters of the C locale are single bytes.

int mblen(const char *s, size_t n) {
    if (s == NULL)
        return 0;
    return n == 0 ? -1 : *s != 0;
}

int mbtowc(int *wide, const char *s, size_t n) {
    if (s == NULL)
        return 0;
    if (n == 0)
        return -1;
    if (wide != NULL)
        *wide = (unsigned char)*s;
    return *s != 0;
}

int wctomb(char *s, int wide) {
    if (s == NULL)
        return 0;
    if ((unsigned)wide > 127) {
        errno = EILSEQ;
        return -1;
    }
    *s = (char)wide;
    return 1;
}
