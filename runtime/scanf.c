// Formatted input: sscanf and its relatives.
//
// Where a field ends decides what the rest of the format sees, so the path splits on the class
// of a symbolic character (blank, digit, in the set), one branch each; the value of an integer
// stays a term over its digits. Floats are fixed to their text on this run (see
// parse_float.c). From a stream, one character is taken ahead of what the format has matched, and
// put back at the end.

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

// Where characters come from: a string, or a stream.
struct input {
    const char *p; // null for a stream
    FILE *stream;
    _Bool is_ahead;     // `ahead` was taken from the stream and not used yet
    int ahead;          // EOF at the end
    size_t taken;       // characters used
};

int fgetc(FILE *stream);
int ungetc(int c, FILE *stream);

static void look_ahead(struct input *in) {
    if (!in->is_ahead)
        in->ahead = fgetc(in->stream);
    in->is_ahead = 1;
}

static _Bool at_end(struct input *in) {
    if (in->p != NULL)
        return *in->p == 0;
    look_ahead(in);
    return !__assay_is_symbolic((uint64_t)in->ahead) && in->ahead == EOF;
}

// The next character; a NUL at the end.
static char peek(struct input *in) {
    if (in->p != NULL)
        return *in->p;
    return at_end(in) ? 0 : (char)in->ahead;
}

static void advance(struct input *in) {
    if (in->p != NULL)
        in->p++;
    in->is_ahead = 0;
    in->taken++;
}

struct arguments {
    va_list list;
};

enum outcome { MATCHED, MISMATCHED, AT_END };

static _Bool is_blank(char c) {
    return (c == ' ') | ((unsigned char)(c - '\t') < 5);
}

static void skip_blanks(struct input *in) {
    while (is_blank(peek(in)))
        advance(in);
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
    size_t left = f->width;
    _Bool negative = peek(in) == '-';
    if (left > 0 && (negative || peek(in) == '+')) {
        advance(in);
        left--;
    }
    _Bool any = 0;
    if (left > 0 && peek(in) == '0' && (base == 0 || base == 16)) {
        any = 1;
        advance(in);
        left--;
        if (left > 0 && (peek(in) | 32) == 'x') {
            base = 16; // glibc takes a bare 0x as zero
            advance(in);
            left--;
        } else if (base == 0) {
            base = 8;
        }
    }
    if (base == 0)
        base = 10;
    uint64_t magnitude = 0;
    _Bool overflowed = 0;
    for (; left > 0 && digit_value(peek(in)) < base; left--) {
        unsigned digit = digit_value(peek(in));
        overflowed = overflowed | (magnitude > (UINT64_MAX - digit) / base);
        magnitude = magnitude * base + digit;
        any = 1;
        advance(in);
    }
    if (!any)
        return MISMATCHED;
    uint64_t value = saturate(magnitude, overflowed, negative, f->length, is_signed);
    if (!f->is_dropped)
        store_integer(a, f->length, value);
    return MATCHED;
}

// ---- Floats -----------------------------------------------------------------------------

enum { LONGEST_FLOAT = 511 };

// What a string holds up to the next blank. Returns how much of it is the number.
static size_t float_in_string(struct input *in, size_t width, char *text) {
    size_t n = 0;
    while (n < LONGEST_FLOAT && n < width && in->p[n] != 0 && !is_blank(in->p[n])) {
        text[n] = in->p[n];
        n++;
    }
    text[n] = 0;
    char *end;
    strtold(text, &end);
    in->p += end - text;
    in->taken += (size_t)(end - text);
    _Bool is_bare_prefix = end != text && end[-1] == '0' && (*end | 32) == 'x';
    return is_bare_prefix ? 0 : (size_t)(end - text);
}

static size_t copy_digits(struct input *in, char *text, size_t n, size_t width) {
    while (n < width && (unsigned char)(peek(in) - '0') < 10) {
        text[n++] = peek(in);
        advance(in);
    }
    return n;
}

static size_t copy_if(struct input *in, char *text, size_t n, size_t width, char a, char b) {
    if (n < width && (peek(in) == a || peek(in) == b)) {
        text[n++] = peek(in);
        advance(in);
    }
    return n;
}

// A decimal number, taken from a stream as far as it goes.
static size_t float_in_stream(struct input *in, size_t width, char *text) {
    if (width > LONGEST_FLOAT)
        width = LONGEST_FLOAT;
    size_t sign = copy_if(in, text, 0, width, '+', '-');
    char letter = (char)(peek(in) | 32);
    if (letter == 'i' || letter == 'n')
        __assay_unsupported("scanf of an infinity or NaN from a stream");
    size_t n = copy_digits(in, text, sign, width);
    size_t point = copy_if(in, text, n, width, '.', '.');
    size_t fraction = copy_digits(in, text, point, width);
    _Bool any = n > sign || fraction > point;
    if (any && (peek(in) | 32) == 'x')
        __assay_unsupported("scanf of a hexadecimal float from a stream");
    size_t letter_end = any ? copy_if(in, text, fraction, width, 'e', 'E') : fraction;
    if (letter_end > fraction) {
        size_t exponent = copy_if(in, text, letter_end, width, '+', '-');
        size_t end = copy_digits(in, text, exponent, width);
        any = end > exponent;
        fraction = end;
    }
    text[fraction] = 0;
    return any ? fraction : 0;
}

static enum outcome read_float(struct input *in, const struct field *f, struct arguments *a) {
    char text[LONGEST_FLOAT + 1];
    size_t length = in->p != NULL ? float_in_string(in, f->width, text)
                                  : float_in_stream(in, f->width, text);
    if (length == 0)
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
    for (size_t i = 0; i < n; i++, advance(in)) {
        if (at_end(in))
            return i == 0 ? AT_END : MATCHED;
        if (to != NULL)
            to[i] = peek(in);
    }
    return MATCHED;
}

static enum outcome read_word(struct input *in, const struct field *f, struct arguments *a) {
    char *to = f->is_dropped ? NULL : va_arg(a->list, char *);
    size_t n = 0;
    for (; n < f->width && !at_end(in) && !is_blank(peek(in)); n++, advance(in))
        if (to != NULL)
            to[n] = peek(in);
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
    for (; n < f->width && !at_end(in) && member[(unsigned char)peek(in)]; n++, advance(in))
        if (to != NULL)
            to[n] = peek(in);
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
    if (at_end(in))
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
    if (at_end(in))
        return AT_END;
    if (peek(in) != c)
        return MISMATCHED;
    advance(in);
    return MATCHED;
}

static int scan(struct input *in, const char *format, struct arguments *a) {
    int assigned = 0;
    enum outcome outcome = MATCHED;
    _Bool member[256];
    while (*format != 0 && outcome == MATCHED) {
        if (*format != '%') {
            outcome = match_text(in, *format++);
            continue;
        }
        struct field f;
        format = parse_field(format + 1, &f);
        if (f.letter == '[')
            format = parse_set(format, member);
        if (f.letter == '%') {
            skip_blanks(in);
            outcome = match_text(in, '%');
        } else if (f.letter == 'n') {
            if (!f.is_dropped)
                store_integer(a, f.length, (uint64_t)in->taken);
        } else {
            if (f.letter == 'p')
                f.length = 'z';
            outcome = read_field(in, &f, a, member);
            assigned += outcome == MATCHED && !f.is_dropped;
        }
    }
    return outcome == AT_END && assigned == 0 ? EOF : assigned;
}

// ---- The family -------------------------------------------------------------------------

int vsscanf(const char *text, const char *format, va_list arguments) {
    struct arguments a;
    va_copy(a.list, arguments);
    struct input in = {.p = text};
    int assigned = scan(&in, format, &a);
    va_end(a.list);
    return assigned;
}

int vfscanf(FILE *stream, const char *format, va_list arguments) {
    struct arguments a;
    va_copy(a.list, arguments);
    struct input in = {.stream = stream};
    int assigned = scan(&in, format, &a);
    if (in.is_ahead && !at_end(&in))
        ungetc(in.ahead, stream);
    va_end(a.list);
    return assigned;
}

int vscanf(const char *format, va_list arguments) {
    return vfscanf(stdin, format, arguments);
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
