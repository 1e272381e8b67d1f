// Wide characters in the C locale: a byte is a character, and those above 127 have no wide form
// but in mbrtowc, where glibc refuses them too.
//
// Classes are terms, so nothing here splits a path but where a string ends, and whether a byte
// has a wide form.

#include "assay.h"
#include "ctype.h"

typedef int wchar_type;
typedef unsigned wint_type;

struct state {
    int count, value;
};

#define WEOF ((wint_type)-1)

// ---- Conversion -------------------------------------------------------------------------

int mbsinit(const struct state *state) {
    return state == NULL || state->count == 0;
}

size_t mbrtowc(wchar_type *wide, const char *s, size_t n, struct state *state) {
    (void)state;
    if (s == NULL)
        return 0;
    if (n == 0)
        return (size_t)-2;
    if ((unsigned char)*s > 127) {
        errno = EILSEQ;
        return (size_t)-1;
    }
    if (wide != NULL)
        *wide = *s;
    return *s != 0;
}

size_t mbrlen(const char *s, size_t n, struct state *state) {
    return mbrtowc(NULL, s, n, state);
}

size_t wcrtomb(char *s, wchar_type wide, struct state *state) {
    (void)state;
    if (s == NULL)
        return 1;
    if ((unsigned)wide > 127) {
        errno = EILSEQ;
        return (size_t)-1;
    }
    *s = (char)wide;
    return 1;
}

wint_type btowc(int c) {
    return (wint_type)__assay_select((unsigned)c < 128, (unsigned)c, WEOF);
}

int wctob(wint_type wide) {
    return (int)__assay_select(wide < 128, wide, (unsigned)EOF);
}

size_t mbstowcs(wchar_type *to, const char *s, size_t n) {
    for (size_t i = 0;; i++) {
        if (to != NULL && i == n)
            return n;
        if ((unsigned char)s[i] > 127) {
            errno = EILSEQ;
            return (size_t)-1;
        }
        if (to != NULL)
            to[i] = s[i];
        if (s[i] == 0)
            return i;
    }
}

size_t wcstombs(char *to, const wchar_type *s, size_t n) {
    for (size_t i = 0;; i++) {
        if (to != NULL && i == n)
            return n;
        if ((unsigned)s[i] > 127) {
            errno = EILSEQ;
            return (size_t)-1;
        }
        if (to != NULL)
            to[i] = (char)s[i];
        if (s[i] == 0)
            return i;
    }
}

// ---- Strings ----------------------------------------------------------------------------

size_t wcslen(const wchar_type *s) {
    size_t n = 0;
    while (s[n] != 0)
        n++;
    return n;
}

wchar_type *wcscpy(wchar_type *to, const wchar_type *from) {
    memcpy(to, from, (wcslen(from) + 1) * sizeof *to);
    return to;
}

wchar_type *wcsncpy(wchar_type *to, const wchar_type *from, size_t n) {
    size_t i = 0;
    for (; i < n && from[i] != 0; i++)
        to[i] = from[i];
    for (; i < n; i++)
        to[i] = 0;
    return to;
}

wchar_type *wcscat(wchar_type *to, const wchar_type *from) {
    wcscpy(to + wcslen(to), from);
    return to;
}

int wcscmp(const wchar_type *a, const wchar_type *b) {
    while (*a == *b && *a != 0) {
        a++;
        b++;
    }
    return (*a > *b) - (*a < *b);
}

int wcsncmp(const wchar_type *a, const wchar_type *b, size_t n) {
    for (; n > 0; a++, b++, n--)
        if (*a != *b || *a == 0)
            return (*a > *b) - (*a < *b);
    return 0;
}

wchar_type *wcschr(const wchar_type *s, wchar_type c) {
    for (; *s != c; s++)
        if (*s == 0)
            return NULL;
    return (wchar_type *)s;
}

wchar_type *wcsrchr(const wchar_type *s, wchar_type c) {
    const wchar_type *found = NULL;
    do {
        if (*s == c)
            found = s;
    } while (*s++ != 0);
    return (wchar_type *)found;
}

wchar_type *wmemcpy(wchar_type *to, const wchar_type *from, size_t n) {
    memcpy(to, from, n * sizeof *to);
    return to;
}

wchar_type *wmemmove(wchar_type *to, const wchar_type *from, size_t n) {
    memmove(to, from, n * sizeof *to);
    return to;
}

wchar_type *wmemset(wchar_type *to, wchar_type c, size_t n) {
    for (size_t i = 0; i < n; i++)
        to[i] = c;
    return to;
}

wchar_type *wmemchr(const wchar_type *s, wchar_type c, size_t n) {
    for (; n > 0; s++, n--)
        if (*s == c)
            return (wchar_type *)s;
    return NULL;
}

// ---- Classes: those of the byte, where there is one ---------------------------------------

static int byte_of(wint_type c) {
    return (int)__assay_select(c < 128, c, 128);
}

#define WIDE_CLASS(name)                \
    int isw##name(wint_type c) {        \
        return is##name(byte_of(c));    \
    }

WIDE_CLASS(alpha)
WIDE_CLASS(digit)
WIDE_CLASS(alnum)
WIDE_CLASS(upper)
WIDE_CLASS(lower)
WIDE_CLASS(space)
WIDE_CLASS(blank)
WIDE_CLASS(punct)
WIDE_CLASS(print)
WIDE_CLASS(graph)
WIDE_CLASS(cntrl)
WIDE_CLASS(xdigit)

wint_type towlower(wint_type c) {
    return (wint_type)__assay_select(c < 128, (uint64_t)tolower(byte_of(c)), c);
}

wint_type towupper(wint_type c) {
    return (wint_type)__assay_select(c < 128, (uint64_t)toupper(byte_of(c)), c);
}

int wcwidth(wchar_type c) {
    int width = (int)__assay_select(iswprint((wint_type)c) != 0, 1, (uint64_t)-1);
    return (int)__assay_select(c == 0, 0, (uint64_t)width);
}

// ---- Streams ----------------------------------------------------------------------------

int fgetc(FILE *stream);
int fputc(int c, FILE *stream);
int ungetc(int c, FILE *stream);

wint_type fgetwc(FILE *stream) {
    int c = fgetc(stream);
    if (!__assay_is_symbolic((uint64_t)c) && c == EOF)
        return WEOF;
    if (c > 127) {
        stream->flags |= STREAM_FAILED;
        errno = EILSEQ;
        return WEOF;
    }
    return (wint_type)c;
}

wint_type getwc(FILE *stream) {
    return fgetwc(stream);
}

wint_type getwchar(void) {
    return fgetwc(stdin);
}

wint_type ungetwc(wint_type c, FILE *stream) {
    return c == WEOF ? WEOF : (wint_type)ungetc((int)c, stream);
}

wint_type fputwc(wchar_type c, FILE *stream) {
    if ((unsigned)c > 127) {
        stream->flags |= STREAM_FAILED;
        errno = EILSEQ;
        return WEOF;
    }
    return (wint_type)fputc(c, stream);
}

wint_type putwc(wchar_type c, FILE *stream) {
    return fputwc(c, stream);
}

wint_type putwchar(wchar_type c) {
    return fputwc(c, stdout);
}
