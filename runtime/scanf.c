// Formatted input: sscanf and its relatives.
//
// Where a field ends decides what the rest of the format sees, so the path splits on the class
// of a symbolic character (blank, digit, in the set), one branch each; the value of an integer
// stays a term over its digits. Floats are fixed to their text on this run (see
// parse_float.c). Standard input is at its end.

#include "assay.h"

double strtod(const char *s, char **end);
float strtof(const char *s, char **end);
long double strtold(const char *s, char **end);

// One conversion: `%[*][width][length]conversion`.
struct field {
    _Bool is_dropped;
    size_t width; // SIZE_MAX without one
    char length;  // as in struct conversion
    char letter;
};

struct input {
    const char *start, *p;
};

struct arguments {
    va_list list;
};

enum outcome { MATCHED, MISMATCHED, AT_END };

static _Bool is_blank(char c) {
    return (c == ' ') | ((unsigned char)(c - '\t') < 5);
}

static void skip_blanks(struct input *in) {
    while (is_blank(*in->p))
        in->p++;
}

// ---- Integers ---------------------------------------------------------------------------

static unsigned digit_value(char c) {
    unsigned letter = (unsigned)((unsigned char)c | 32) - 'a';
    unsigned decimal = (unsigned)(unsigned char)c - '0';
    uint64_t wide = __assay_select(letter < 26, letter + 10, 255);
    return (unsigned)__assay_select(decimal < 10, decimal, wide);
}

static void store_integer(struct arguments *a, char length, uint64_t v) {
    switch (length) {
    case 'H':
        *va_arg(a->list, unsigned char *) = (unsigned char)v;
        break;
    case 'h':
        *va_arg(a->list, unsigned short *) = (unsigned short)v;
        break;
    case 'l':
        *va_arg(a->list, unsigned long *) = (unsigned long)v;
        break;
    case 'z':
    case 't':
        *va_arg(a->list, size_t *) = (size_t)v;
        break;
    case 'q':
    case 'L':
    case 'j':
        *va_arg(a->list, unsigned long long *) = v;
        break;
    default:
        *va_arg(a->list, unsigned *) = (unsigned)v;
    }
}

// The largest magnitude of a result, by the function glibc converts with (strtol or strtoll).
static uint64_t saturate(uint64_t magnitude, _Bool overflowed, _Bool negative, char length,
                         _Bool is_signed) {
    _Bool is_wide = length == 'q' || length == 'L' || length == 'j' || sizeof(long) == 8;
    uint64_t most = is_wide ? UINT64_MAX : UINT32_MAX;
    if (is_signed)
        most = (most >> 1) + negative;
    _Bool out = overflowed | (magnitude > most);
    uint64_t kept = __assay_select(out, most, magnitude);
    _Bool negate = negative & (is_signed | !out);
    return __assay_select(negate, 0 - kept, kept);
}

static enum outcome read_integer(struct input *in, const struct field *f, struct arguments *a,
                                 unsigned base, _Bool is_signed) {
    const char *p = in->p;
    size_t left = f->width;
    _Bool negative = *p == '-';
    if (left > 0 && (negative || *p == '+')) {
        p++;
        left--;
    }
    _Bool any = 0;
    if (left > 0 && *p == '0' && (base == 0 || base == 16)) {
        any = 1;
        p++;
        left--;
        if (left > 0 && (*p | 32) == 'x') {
            base = 16; // glibc takes a bare 0x as zero
            p++;
            left--;
        } else if (base == 0) {
            base = 8;
        }
    }
    if (base == 0)
        base = 10;
    uint64_t magnitude = 0;
    _Bool overflowed = 0;
    for (; left > 0 && digit_value(*p) < base; p++, left--) {
        unsigned digit = digit_value(*p);
        overflowed = overflowed | (magnitude > (UINT64_MAX - digit) / base);
        magnitude = magnitude * base + digit;
        any = 1;
    }
    in->p = p;
    if (!any)
        return MISMATCHED;
    uint64_t value = saturate(magnitude, overflowed, negative, f->length, is_signed);
    if (!f->is_dropped)
        store_integer(a, f->length, value);
    return MATCHED;
}

// ---- Floats -----------------------------------------------------------------------------

static enum outcome read_float(struct input *in, const struct field *f, struct arguments *a) {
    char text[512];
    size_t n = 0;
    while (n < sizeof text - 1 && n < f->width && in->p[n] != 0 && !is_blank(in->p[n])) {
        text[n] = in->p[n];
        n++;
    }
    text[n] = 0;
    char *end;
    strtold(text, &end);
    in->p += end - text;
    _Bool is_bare_prefix = end != text && end[-1] == '0' && (*end | 32) == 'x';
    if (end == text || is_bare_prefix)
        return MISMATCHED;
    if (f->is_dropped)
        return MATCHED;
    if (f->length == 'L')
        *va_arg(a->list, long double *) = strtold(text, NULL);
    else if (f->length == 'l')
        *va_arg(a->list, double *) = strtod(text, NULL);
    else
        *va_arg(a->list, float *) = strtof(text, NULL);
    return MATCHED;
}

// ---- Characters -------------------------------------------------------------------------

static enum outcome read_characters(struct input *in, const struct field *f, struct arguments *a) {
    size_t n = f->width == SIZE_MAX ? 1 : f->width;
    char *to = f->is_dropped ? NULL : va_arg(a->list, char *);
    for (size_t i = 0; i < n; i++, in->p++) {
        if (*in->p == 0)
            return i == 0 ? AT_END : MATCHED;
        if (to != NULL)
            to[i] = *in->p;
    }
    return MATCHED;
}

static enum outcome read_word(struct input *in, const struct field *f, struct arguments *a) {
    char *to = f->is_dropped ? NULL : va_arg(a->list, char *);
    size_t n = 0;
    for (; n < f->width && *in->p != 0 && !is_blank(*in->p); n++, in->p++)
        if (to != NULL)
            to[n] = *in->p;
    if (to != NULL)
        to[n] = 0;
    return MATCHED;
}

// A set `[abc]`, `[^a-z]`: 256 flags. Returns the format after the closing bracket.
static const char *parse_set(const char *p, _Bool *member) {
    _Bool inverted = *p == '^';
    if (inverted)
        p++;
    memset(member, inverted, 256);
    const char *first = p;
    for (; *p != 0 && (*p != ']' || p == first); p++) {
        unsigned char low = (unsigned char)*p, high = low;
        if (p[1] == '-' && p[2] != ']' && p[2] != 0) {
            high = (unsigned char)p[2];
            p += 2;
        }
        for (unsigned c = low; c <= high; c++)
            member[c] = !inverted;
    }
    return *p == ']' ? p + 1 : p;
}

static enum outcome read_set(struct input *in, const struct field *f, struct arguments *a,
                             const _Bool *member) {
    char *to = f->is_dropped ? NULL : va_arg(a->list, char *);
    size_t n = 0;
    for (; n < f->width && *in->p != 0 && member[(unsigned char)*in->p]; n++, in->p++)
        if (to != NULL)
            to[n] = *in->p;
    if (n == 0)
        return MISMATCHED;
    if (to != NULL)
        to[n] = 0;
    return MATCHED;
}

// ---- Formats ----------------------------------------------------------------------------

static const char *parse_field(const char *p, struct field *f) {
    *f = (struct field){0, SIZE_MAX, 0, 0};
    if (*p == '*') {
        f->is_dropped = 1;
        p++;
    }
    if (*p >= '0' && *p <= '9')
        for (f->width = 0; *p >= '0' && *p <= '9'; p++)
            f->width = f->width * 10 + (size_t)(*p - '0');
    if (*p == '$' || *p == 'm')
        __assay_unsupported("scanf with numbered arguments or allocation");
    if ((*p == 'h' || *p == 'l') && p[1] == *p) {
        f->length = *p == 'h' ? 'H' : 'q';
        p += 2;
    } else if (*p == 'h' || *p == 'l' || *p == 'L' || *p == 'q' || *p == 'j' || *p == 'z' ||
               *p == 't') {
        f->length = *p++;
    }
    f->letter = *p;
    return *p == 0 ? p : p + 1;
}

static enum outcome read_field(struct input *in, const struct field *f, struct arguments *a,
                               const _Bool *member) {
    if (f->letter == 'c')
        return read_characters(in, f, a);
    if (f->letter != '[')
        skip_blanks(in);
    if (*in->p == 0)
        return AT_END;
    switch (f->letter) {
    case 'd':
        return read_integer(in, f, a, 10, 1);
    case 'i':
        return read_integer(in, f, a, 0, 1);
    case 'u':
        return read_integer(in, f, a, 10, 0);
    case 'o':
        return read_integer(in, f, a, 8, 0);
    case 'x':
    case 'X':
    case 'p':
        return read_integer(in, f, a, 16, 0);
    case 's':
        return read_word(in, f, a);
    case '[':
        return read_set(in, f, a, member);
    case 'a':
    case 'A':
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
        return read_float(in, f, a);
    default:
        __assay_unsupported("this conversion of scanf");
    }
}

// Text of the format outside conversions: blanks match any blanks, the rest itself.
static enum outcome match_text(struct input *in, char c) {
    if (is_blank(c)) {
        skip_blanks(in);
        return MATCHED;
    }
    if (*in->p == 0)
        return AT_END;
    if (*in->p != c)
        return MISMATCHED;
    in->p++;
    return MATCHED;
}

static int scan(const char *text, const char *format, struct arguments *a) {
    struct input in = {text, text};
    int assigned = 0;
    enum outcome outcome = MATCHED;
    _Bool member[256];
    while (*format != 0 && outcome == MATCHED) {
        if (*format != '%') {
            outcome = match_text(&in, *format++);
            continue;
        }
        struct field f;
        format = parse_field(format + 1, &f);
        if (f.letter == '[')
            format = parse_set(format, member);
        if (f.letter == '%') {
            skip_blanks(&in);
            outcome = match_text(&in, '%');
        } else if (f.letter == 'n') {
            if (!f.is_dropped)
                store_integer(a, f.length, (uint64_t)(in.p - in.start));
        } else {
            if (f.letter == 'p')
                f.length = 'z';
            outcome = read_field(&in, &f, a, member);
            assigned += outcome == MATCHED && !f.is_dropped;
        }
    }
    return outcome == AT_END && assigned == 0 ? EOF : assigned;
}

// ---- The family -------------------------------------------------------------------------

int vsscanf(const char *text, const char *format, va_list arguments) {
    struct arguments a;
    va_copy(a.list, arguments);
    int assigned = scan(text, format, &a);
    va_end(a.list);
    return assigned;
}

int vfscanf(FILE *stream, const char *format, va_list arguments) {
    (void)stream;
    return vsscanf("", format, arguments);
}

int vscanf(const char *format, va_list arguments) {
    return vsscanf("", format, arguments);
}

#define FORWARD(call)            \
    va_list arguments;           \
    va_start(arguments, format); \
    int assigned = call;         \
    va_end(arguments);           \
    return assigned

#define FAMILY(prefix)                                                        \
    int prefix##sscanf(const char *text, const char *format, ...) {           \
        FORWARD(vsscanf(text, format, arguments));                            \
    }                                                                         \
    int prefix##fscanf(FILE *stream, const char *format, ...) {               \
        FORWARD(vfscanf(stream, format, arguments));                          \
    }                                                                         \
    int prefix##scanf(const char *format, ...) {                              \
        FORWARD(vscanf(format, arguments));                                   \
    }

FAMILY()
FAMILY(__isoc99_)
FAMILY(__isoc23_)

#define FAMILY_OF_LISTS(prefix)                                                       \
    int prefix##vsscanf(const char *text, const char *format, va_list arguments) {    \
        return vsscanf(text, format, arguments);                                      \
    }                                                                                 \
    int prefix##vfscanf(FILE *stream, const char *format, va_list arguments) {        \
        return vfscanf(stream, format, arguments);                                    \
    }                                                                                 \
    int prefix##vscanf(const char *format, va_list arguments) {                       \
        return vscanf(format, arguments);                                             \
    }

FAMILY_OF_LISTS(__isoc99_)
FAMILY_OF_LISTS(__isoc23_)
