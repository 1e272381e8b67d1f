// The printf engine: parsing a format and converting integers, characters and strings.
//
// Output to a stream cannot be observed by the program, so a symbolic value is shown with its
// current digits there and is not constrained; the returned count is still exact, because the
// number of digits is a sum of comparisons. Output to memory can be observed: the path splits
// on the sign and the number of digits, which fix where everything lies, and the digits
// themselves are terms. Only symbolic floats are fixed to their current value in memory; on a
// stream their count is that of the current value.

#include "assay.h"

// ---- Emitting ---------------------------------------------------------------------------

static void flush(struct output *o) {
    if (o->held > 0)
        __assay_write(o->fd, o->buffer, o->held);
    o->held = 0;
}

static void emit_to_sink(struct output *o, const char *p, size_t n) {
    if (o->held + n > sizeof o->buffer)
        flush(o);
    if (n > sizeof o->buffer) {
        __assay_write(o->fd, p, n);
        return;
    }
    memcpy(o->buffer + o->held, p, n);
    o->held += n;
}

void __assay_emit(struct output *o, const char *p, size_t n) {
    if (o->is_sink) {
        emit_to_sink(o, p, n);
    } else if (o->count < o->space) {
        size_t left = o->space - o->count;
        memcpy(o->to + o->count, p, n < left ? n : left);
    }
    o->count += n;
}

void __assay_emit_repeated(struct output *o, char c, int n) {
    for (int i = 0; i < n; i++)
        __assay_emit(o, &c, 1);
}

static inline uint64_t largest(uint64_t a, uint64_t b) {
    return __assay_select(a < b, b, a);
}

// ---- Integers ---------------------------------------------------------------------------

struct integer {
    uint64_t magnitude;
    _Bool negative;
    _Bool is_signed;
    unsigned radix;
};

// Number of digits as a term: one, and one more for each power of the radix that is reached.
static unsigned digits_as_term(uint64_t v, unsigned radix) {
    unsigned count = 1;
    uint64_t power = radix;
    for (;;) {
        count += v >= power;
        if (power > UINT64_MAX / radix)
            return count;
        power *= radix;
    }
}

// Number of digits, one path per number where it is symbolic.
static int digits_by_branching(uint64_t v, unsigned radix) {
    int count = 1;
    uint64_t power = radix;
    while (v >= power) {
        count++;
        if (power > UINT64_MAX / radix)
            break;
        power *= radix;
    }
    return count;
}

// Prefix "0x", or the sign; as a length.
static unsigned lead_length(const struct conversion *c, const struct integer *v) {
    unsigned sign = v->is_signed & (v->negative | c->plus | c->blank);
    _Bool is_hex = v->radix == 16 && c->alternative;
    return sign + (is_hex ? 2u * (v->magnitude != 0) : 0);
}

// Length of the converted field for a value that may be symbolic.
static size_t integer_length(const struct conversion *c, const struct integer *v) {
    uint64_t digits = digits_as_term(v->magnitude, v->radix);
    if (c->precision == 0)
        digits = __assay_select(v->magnitude == 0, 0, digits);
    if (v->radix == 8 && c->alternative)
        digits += (v->magnitude != 0) | (c->precision == 0);
    uint64_t least = c->precision < 0 ? 0 : (uint64_t)c->precision;
    uint64_t length = lead_length(c, v) + largest(digits, least);
    return (size_t)largest(length, (uint64_t)c->width);
}

static char digit_character(unsigned value, _Bool upper) {
    return (char)(value + '0' + (value > 9) * (upper ? 7u : 39u));
}

// Writes `count` digits, most significant first. 32-bit values are divided in 32 bits, which
// makes smaller terms.
static void write_digits(char *to, uint64_t v, unsigned radix, int count, _Bool upper) {
    uint64_t power = 1;
    for (int i = count; i-- > 0; power *= radix) {
        unsigned digit;
        if (__assay_always(v <= UINT32_MAX))
            digit = (uint32_t)v / (uint32_t)power % radix;
        else
            digit = (unsigned)(v / power % radix);
        to[i] = digit_character(digit, upper);
    }
}

static void format_integer(struct output *o, const struct conversion *c, struct integer v) {
    size_t miscounted = 0;
    if (o->is_sink && (__assay_is_symbolic(v.magnitude) || __assay_is_symbolic(v.negative))) {
        size_t right = integer_length(c, &v);
        v.magnitude = __assay_current(v.magnitude);
        v.negative = (_Bool)__assay_current(v.negative);
        miscounted = right - integer_length(c, &v);
    }
    char digits[24], lead[3];
    int count = 0, lead_count = 0;
    if (c->precision != 0 || v.magnitude != 0) {
        count = digits_by_branching(v.magnitude, v.radix);
        write_digits(digits, v.magnitude, v.radix, count, c->letter == 'X');
    }
    if (v.is_signed && (v.negative || c->plus || c->blank))
        lead[lead_count++] = v.negative ? '-' : c->plus ? '+' : ' ';
    if (c->alternative && v.radix == 16 && v.magnitude != 0) {
        lead[lead_count++] = '0';
        lead[lead_count++] = c->letter == 'X' ? 'X' : 'x';
    }
    int zeros = c->precision > count ? c->precision - count : 0;
    if (c->alternative && v.radix == 8 && zeros == 0 && (v.magnitude != 0 || count == 0))
        zeros = 1;
    int padding = c->width - lead_count - zeros - count;
    if (c->zero && !c->left && c->precision < 0 && padding > 0) {
        zeros += padding;
        padding = 0;
    }
    if (!c->left)
        __assay_emit_repeated(o, ' ', padding);
    __assay_emit(o, lead, (size_t)lead_count);
    __assay_emit_repeated(o, '0', zeros);
    __assay_emit(o, digits, (size_t)count);
    if (c->left)
        __assay_emit_repeated(o, ' ', padding);
    o->count += miscounted;
}

// ---- Arguments --------------------------------------------------------------------------

// A va_list may be an array, which a function cannot take by address: keep it in a struct.
struct arguments {
    va_list list;
};

static uint64_t next_unsigned(struct arguments *a, char length) {
    switch (length) {
    case 'H':
        return (unsigned char)va_arg(a->list, unsigned);
    case 'h':
        return (unsigned short)va_arg(a->list, unsigned);
    case 'l':
        return va_arg(a->list, unsigned long);
    case 'q':
    case 'L':
    case 'j':
        return va_arg(a->list, unsigned long long);
    case 'z':
    case 't':
        return va_arg(a->list, size_t);
    default:
        return va_arg(a->list, unsigned);
    }
}

static int64_t next_signed(struct arguments *a, char length) {
    switch (length) {
    case 'H':
        return (signed char)va_arg(a->list, int);
    case 'h':
        return (short)va_arg(a->list, int);
    case 'l':
        return va_arg(a->list, long);
    case 'q':
    case 'L':
    case 'j':
        return va_arg(a->list, long long);
    case 'z':
    case 't':
        return va_arg(a->list, ptrdiff_t);
    default:
        return va_arg(a->list, int);
    }
}

// An integer that shapes the output itself.
static int next_size(struct arguments *a) {
    return (int)__assay_concretise((uint64_t)va_arg(a->list, int));
}

static uint64_t settle(const struct output *o, uint64_t bits) {
    return o->is_sink ? __assay_current(bits) : __assay_concretise(bits);
}

static struct float_value next_double(const struct output *o, struct arguments *a) {
    union {
        double value;
        uint64_t bits;
    } u = {va_arg(a->list, double)};
    uint64_t bits = settle(o, u.bits);
    uint64_t fraction = bits & ((1ull << 52) - 1);
    int exponent = (int)(bits >> 52 & 0x7ff);
    struct float_value v = {FLOAT_FINITE, bits >> 63, 0, fraction, -1074};
    if (exponent == 0x7ff) {
        v.kind = fraction != 0 ? FLOAT_NAN : FLOAT_INFINITE;
    } else if (exponent != 0) {
        v.mantissa |= 1ull << 52;
        v.exponent += exponent - 1;
    }
    return v;
}

static struct float_value next_long_double(const struct output *o, struct arguments *a) {
    union {
        long double value;
        struct {
            uint64_t mantissa;
            uint16_t sign_exponent;
        } bits;
    } u = {va_arg(a->list, long double)};
    uint64_t mantissa = settle(o, u.bits.mantissa);
    unsigned sign_exponent = (unsigned)settle(o, u.bits.sign_exponent);
    int exponent = (int)(sign_exponent & 0x7fff);
    struct float_value v = {FLOAT_FINITE, sign_exponent >> 15, 1, mantissa, -16445};
    if (exponent == 0x7fff)
        v.kind = mantissa << 1 != 0 ? FLOAT_NAN : FLOAT_INFINITE;
    else if (exponent != 0)
        v.exponent += exponent - 1;
    return v;
}

// ---- Characters and strings -------------------------------------------------------------

static void format_text(struct output *o, const struct conversion *c, const char *s, size_t n) {
    int padding = (size_t)c->width > n ? c->width - (int)n : 0;
    if (!c->left)
        __assay_emit_repeated(o, ' ', padding);
    __assay_emit(o, s, n);
    if (c->left)
        __assay_emit_repeated(o, ' ', padding);
}

static void format_string(struct output *o, const struct conversion *c, const char *s) {
    size_t limit = c->precision < 0 ? SIZE_MAX : (size_t)c->precision;
    if (s == NULL)
        s = limit >= 6 ? "(null)" : "";
    if (!o->is_sink) {
        format_text(o, c, s, __assay_split_length(s, limit));
        return;
    }
    size_t length = strnlen(s, limit);
    size_t shown = (size_t)__assay_current(length);
    size_t before = o->count;
    format_text(o, c, s, shown);
    o->count = before + (size_t)largest(length, (uint64_t)c->width);
}

// Wide characters of the C locale are the ASCII ones. False where one cannot be shown.
static _Bool format_wide(struct output *o, const struct conversion *c, const int *s, size_t n) {
    size_t length = 0;
    while (length < n && (c->letter == 'C' || s[length] != 0)) {
        if (__assay_concretise((uint64_t)s[length]) > 127)
            return 0;
        length++;
    }
    struct conversion narrow = *c;
    narrow.width = 0;
    int padding = (size_t)c->width > length ? c->width - (int)length : 0;
    if (!c->left)
        __assay_emit_repeated(o, ' ', padding);
    for (size_t i = 0; i < length; i++) {
        char byte = (char)s[i];
        format_text(o, &narrow, &byte, 1);
    }
    if (c->left)
        __assay_emit_repeated(o, ' ', padding);
    return 1;
}

static void format_pointer(struct output *o, struct conversion *c, const void *p) {
    if (p == NULL) {
        format_text(o, c, "(nil)", 5);
        return;
    }
    c->alternative = 1;
    c->letter = 'x';
    format_integer(o, c, (struct integer){(uintptr_t)p, 0, 1, 16});
}

static void store_count(struct arguments *a, char length, size_t count) {
    switch (length) {
    case 'H':
        *va_arg(a->list, signed char *) = (signed char)count;
        break;
    case 'h':
        *va_arg(a->list, short *) = (short)count;
        break;
    case 'l':
        *va_arg(a->list, long *) = (long)count;
        break;
    case 'q':
    case 'L':
    case 'j':
        *va_arg(a->list, long long *) = (long long)count;
        break;
    case 'z':
    case 't':
        *va_arg(a->list, ptrdiff_t *) = (ptrdiff_t)count;
        break;
    default:
        *va_arg(a->list, int *) = (int)count;
    }
}

// ---- Formats ----------------------------------------------------------------------------

static const char *parse_flags(const char *p, struct conversion *c) {
    for (;; p++) {
        switch (*p) {
        case '-':
            c->left = 1;
            break;
        case '+':
            c->plus = 1;
            break;
        case ' ':
            c->blank = 1;
            break;
        case '#':
            c->alternative = 1;
            break;
        case '0':
            c->zero = 1;
            break;
        case '\'': // the C locale groups no digits
        case 'I':
            break;
        default:
            return p;
        }
    }
}

static const char *parse_number(const char *p, int *value) {
    int n = 0;
    for (; *p >= '0' && *p <= '9'; p++)
        n = n * 10 + (*p - '0');
    *value = n;
    return p;
}

static const char *parse_sizes(const char *p, struct conversion *c, struct arguments *a) {
    if (*p == '*') {
        c->width = next_size(a);
        p++;
        if (c->width < 0) {
            c->left = 1;
            c->width = -c->width;
        }
    } else {
        p = parse_number(p, &c->width);
        if (*p == '$')
            __assay_unsupported("printf with numbered arguments");
    }
    if (*p != '.')
        return p;
    p++;
    if (*p == '*') {
        c->precision = next_size(a);
        if (c->precision < 0)
            c->precision = -1;
        return p + 1;
    }
    if (*p != '-')
        return parse_number(p, &c->precision);
    int ignored;
    return parse_number(p + 1, &ignored);
}

static const char *parse_length(const char *p, struct conversion *c) {
    switch (*p) {
    case 'h':
        c->length = p[1] == 'h' ? 'H' : 'h';
        return p + (p[1] == 'h' ? 2 : 1);
    case 'l':
        c->length = p[1] == 'l' ? 'q' : 'l';
        return p + (p[1] == 'l' ? 2 : 1);
    case 'L':
    case 'q':
    case 'j':
    case 'z':
    case 't':
        c->length = *p;
        return p + 1;
    case 'Z':
        c->length = 'z';
        return p + 1;
    default:
        return p;
    }
}

static void convert_signed(struct output *o, struct conversion *c, struct arguments *a) {
    int64_t v = next_signed(a, c->length);
    uint64_t magnitude = __assay_select(v < 0, 0 - (uint64_t)v, (uint64_t)v);
    if (c->length == 0 || c->length == 'h' || c->length == 'H')
        magnitude = (uint32_t)magnitude; // says to the terms that 32 bits are enough
    format_integer(o, c, (struct integer){magnitude, v < 0, 1, 10});
}

static void convert_unsigned(struct output *o, struct conversion *c, struct arguments *a,
                             unsigned radix) {
    format_integer(o, c, (struct integer){next_unsigned(a, c->length), 0, 0, radix});
}

static void convert_float(struct output *o, struct conversion *c, struct arguments *a) {
    _Bool is_long = c->length == 'L' || c->length == 'q';
    struct float_value v = is_long ? next_long_double(o, a) : next_double(o, a);
    __assay_format_float(o, c, &v);
}

static _Bool convert_character(struct output *o, struct conversion *c, struct arguments *a) {
    int v = va_arg(a->list, int);
    char byte = (char)v;
    if (c->letter == 'C' || c->length == 'l') {
        c->letter = 'C';
        return format_wide(o, c, &v, 1);
    }
    format_text(o, c, &byte, 1);
    return 1;
}

static _Bool convert_string(struct output *o, struct conversion *c, struct arguments *a) {
    const void *s = va_arg(a->list, const void *);
    if ((c->letter == 'S' || c->length == 'l') && s != NULL)
        return format_wide(o, c, s, c->precision < 0 ? SIZE_MAX : (size_t)c->precision);
    format_string(o, c, s);
    return 1;
}

// Performs one conversion; false where a character cannot be shown. `text` is the conversion
// as written, for letters that mean nothing.
static _Bool convert(struct output *o, struct conversion *c, struct arguments *a,
                     const char *text, size_t size) {
    switch (c->letter) {
    case 'd':
    case 'i':
        convert_signed(o, c, a);
        return 1;
    case 'u':
        convert_unsigned(o, c, a, 10);
        return 1;
    case 'o':
        convert_unsigned(o, c, a, 8);
        return 1;
    case 'x':
    case 'X':
        convert_unsigned(o, c, a, 16);
        return 1;
    case 'c':
    case 'C':
        return convert_character(o, c, a);
    case 's':
    case 'S':
        return convert_string(o, c, a);
    case 'p':
        format_pointer(o, c, va_arg(a->list, void *));
        return 1;
    case 'f':
    case 'F':
    case 'e':
    case 'E':
    case 'g':
    case 'G':
    case 'a':
    case 'A':
        convert_float(o, c, a);
        return 1;
    case 'n':
        store_count(a, c->length, o->count);
        return 1;
    case 'm':
        format_string(o, c, __assay_error_text(errno));
        return 1;
    case '%':
        __assay_emit(o, "%", 1);
        return 1;
    default:
        __assay_emit(o, text, size);
        return 1;
    }
}

int __assay_format(struct output *o, const char *format, va_list arguments) {
    struct arguments a;
    va_copy(a.list, arguments);
    _Bool good = 1;
    const char *p = format;
    while (good && *p != 0) {
        const char *text = p;
        while (*p != 0 && *p != '%')
            p++;
        __assay_emit(o, text, (size_t)(p - text));
        if (*p == 0)
            break;
        struct conversion c = {0, 0, 0, 0, 0, 0, -1, 0, 0};
        const char *start = p;
        p = parse_flags(p + 1, &c);
        p = parse_sizes(p, &c, &a);
        p = parse_length(p, &c);
        c.letter = *p;
        if (c.letter == 0) { // glibc: an unfinished conversion is an error
            errno = EINVAL;
            good = 0;
            break;
        }
        p++;
        good = convert(o, &c, &a, start, (size_t)(p - start));
        if (!good)
            errno = EILSEQ;
    }
    va_end(a.list);
    if (o->is_sink)
        flush(o);
    return good ? (int)o->count : -1;
}
