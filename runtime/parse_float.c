// Text to floats: strtod and its relatives, correctly rounded in all three formats.
//
// The shape of the text (blanks, sign, where digits begin and end) is decided by branches, each way a path.
// A number is D·10^E with an integer D. Where D and the power of ten are exact in the format, one
// division or multiplication rounds correctly (Clinger): D is a term then, and what the caller
// asks of the result can be solved. Else each digit is fixed to a value; the
// quotient of big integers D·2^k / 10^-E is computed to 66 bits or more, with what lies below kept as two bits, and
// rounded once.

#include "assay.h"

enum { MOST_DIGITS = 1100 }; // more only make the result inexact

struct format {
    int precision;   // bits of the mantissa, with the leading one
    int lowest;      // exponent of the last bit of a subnormal
    int highest;     // largest exponent of a leading bit
    int exact_digits; // so many decimal digits are exact in the format,
    int exact_power;  // and powers of ten to this one
};

static const struct format single_format = {24, -149, 127, 7, 10};
static const struct format double_format = {53, -1074, 1023, 15, 22};
static const struct format extended_format = {64, -16445, 16383, 18, 27};

// SHORT: at most as many digits as are exact.
enum kind { NOTHING, SHORT, FINITE, INFINITE, NOT_A_NUMBER };

// A parsed number: `mantissa · 2^exponent`, plus half a unit, plus less than that; if it is short,
// `mantissa · 10^exponent`.
struct parsed {
    enum kind kind;
    _Bool negative;
    _Bool half;
    _Bool sticky;
    uint64_t mantissa;
    int exponent;
    const char *end;
};

// The byte, as what it is on this path.
static char at(const char *p) {
    return (char)__assay_concretise((unsigned char)*p);
}

static _Bool is_digit(char c) {
    return (unsigned)c - '0' < 10;
}

static _Bool is_blank(char c) {
    return (c == ' ') | ((unsigned)c - '\t' < 5);
}

// Any digit below 36, else -1.
static int digit_value(char c) {
    char lower = (char)(c | 32);
    if (is_digit(c))
        return c - '0';
    return (unsigned)lower - 'a' < 26 ? lower - 'a' + 10 : -1;
}

static _Bool is_letter(const char *p, char lower) {
    return (*p | 32) == lower;
}

// The rest of `word` (lower case) after `p`, without regard to case; null if it is not there.
static const char *skip_word(const char *p, const char *word) {
    for (; *word != 0; p++, word++)
        if (!is_letter(p, *word))
            return NULL;
    return p;
}

// An exponent `letter [sign] digits`, clamped to a million; `p` itself where there is none.
static const char *parse_exponent(const char *p, char letter, int *exponent) {
    if (!is_letter(p, letter))
        return p;
    const char *q = p + 1;
    _Bool negative = __assay_decide(*q == '-');
    if (negative || *q == '+')
        q++;
    if (!is_digit(*q))
        return p;
    int value = 0;
    for (; is_digit(*q); q++)
        value = value < 100000 ? value * 10 + (*q - '0') : 1000000;
    *exponent = negative ? -value : value;
    return q;
}

// Sets `n` to the quotient of two big integers, neither zero.
static void set_quotient(struct parsed *n, struct big *a, struct big *b) {
    int shift = 66 - (int)__assay_big_bits(a) + (int)__assay_big_bits(b);
    if (shift > 0)
        __assay_big_shift_left(a, (unsigned)shift);
    else
        __assay_big_shift_left(b, (unsigned)-shift);
    n->exponent = -shift;
    // The quotient has 66 or 67 bits: take it bit by bit, keeping the top 64.
    __assay_big_shift_left(b, 67);
    uint64_t quotient = 0;
    int dropped = 0;
    for (int i = 67; i >= 0; i--) {
        _Bool bit = __assay_big_compare(a, b) >= 0;
        if (bit)
            __assay_big_subtract(a, b);
        if (quotient >> 63) {
            n->half = n->half || (bit && dropped == 0);
            n->sticky = n->sticky || (bit && dropped > 0);
            dropped++;
        } else {
            quotient = quotient << 1 | bit;
        }
        __assay_big_shift_left(a, 1);
    }
    n->mantissa = quotient;
    n->exponent += dropped;
    n->sticky = n->sticky || a->count > 0;
}

// Sets `n` to `digits · 10^exponent`.
static void set_decimal(struct parsed *n, struct big *digits, int exponent) {
    struct big power;
    __assay_big_set(&power, 1);
    if (exponent >= 0)
        __assay_big_multiply_power_of_ten(digits, (unsigned)exponent);
    else
        __assay_big_multiply_power_of_ten(&power, (unsigned)-exponent);
    set_quotient(n, digits, &power);
}

// The digits of a number with at most one point.
struct digits {
    const char *end;
    int count;    // with leading zeros
    int fraction; // of them behind the point
};

static struct digits find_digits(const char *p, unsigned radix) {
    struct digits d = {p, 0, 0};
    _Bool after_point = 0;
    for (;; p++) {
        if (*p == '.' && !after_point) {
            after_point = 1;
            continue;
        }
        if (radix == 10 ? !is_digit(*p) : (unsigned)digit_value(*p) >= radix)
            break;
        d.count++;
        d.fraction += after_point;
    }
    d.end = p;
    return d;
}

// Digits as an integer and a power of the radix.
struct large {
    struct big value;
    int exponent;
    int count; // without leading zeros
};

static void set_large(struct large *l, const char *p, const struct digits *d, unsigned radix) {
    __assay_big_set(&l->value, 0);
    l->exponent = -d->fraction;
    l->count = 0;
    _Bool rest = 0;
    for (; p != d->end; p++) {
        if (*p == '.')
            continue;
        int value = digit_value(at(p));
        if (l->count < MOST_DIGITS) {
            __assay_big_multiply_add(&l->value, radix, (uint32_t)value);
            l->count += l->value.count > 0;
        } else {
            rest = rest || value != 0;
            l->exponent++;
        }
    }
    if (rest) {
        __assay_big_multiply_add(&l->value, radix, 1);
        l->exponent--;
        l->count++;
    }
}

static uint64_t small_value(const char *p, const struct digits *d) {
    uint64_t value = 0;
    for (; p != d->end; p++)
        if (*p != '.')
            value = value * 10 + (uint64_t)(*p - '0');
    return value;
}

static void parse_decimal(struct parsed *n, const char *p, const struct format *f) {
    struct digits d = find_digits(p, 10);
    if (d.count == 0)
        return;
    int scale = 0;
    n->end = parse_exponent(d.end, 'e', &scale);
    int exponent = scale - d.fraction;
    if (d.count <= f->exact_digits && exponent <= f->exact_power && -exponent <= f->exact_power) {
        n->kind = SHORT;
        n->mantissa = small_value(p, &d);
        n->exponent = (int)__assay_concretise((uint64_t)exponent);
        return;
    }
    struct large l;
    set_large(&l, p, &d, 10);
    n->kind = FINITE;
    exponent = l.exponent + scale;
    int magnitude = exponent + l.count;
    // Beyond a third of the binary exponents (10 > 2^3) nothing is left to compute.
    if (l.value.count == 0 || magnitude < f->lowest / 3 - 3) {
        n->sticky = l.value.count > 0;
    } else if (magnitude > f->highest / 3 + 3) {
        n->mantissa = 1;
        n->exponent = 20000;
    } else {
        set_decimal(n, &l.value, (int)__assay_concretise((uint64_t)exponent));
    }
}

// After `0x`; leaves `n` alone where no digit follows.
static void parse_hex(struct parsed *n, const char *p) {
    struct digits d = find_digits(p, 16);
    if (d.count == 0)
        return;
    int scale = 0;
    struct large l;
    struct big one;
    set_large(&l, p, &d, 16);
    n->kind = FINITE;
    n->end = parse_exponent(d.end, 'p', &scale);
    if (l.value.count == 0)
        return;
    __assay_big_set(&one, 1);
    set_quotient(n, &l.value, &one);
    n->exponent += 4 * l.exponent + (int)__assay_concretise((uint64_t)scale);
}

static void parse_word(struct parsed *n, const char *p) {
    const char *end = skip_word(p, "inf");
    if (end != NULL) {
        const char *whole = skip_word(p, "infinity");
        n->kind = INFINITE;
        n->end = whole != NULL ? whole : end;
        return;
    }
    end = skip_word(p, "nan");
    if (end == NULL)
        return;
    n->kind = NOT_A_NUMBER;
    n->end = end;
    if (*end != '(')
        return;
    const char *q = end + 1;
    while (digit_value(*q) >= 0 || *q == '_')
        q++;
    if (*q == ')')
        n->end = q + 1;
}

static struct parsed parse(const char *s, const struct format *f) {
    struct parsed n = {NOTHING, 0, 0, 0, 0, 0, s};
    const char *p = s;
    while (is_blank(*p))
        p++;
    n.negative = __assay_decide(*p == '-');
    if (n.negative || *p == '+')
        p++;
    if (*p == '0' && is_letter(p + 1, 'x'))
        parse_hex(&n, p + 2);
    if (n.kind == NOTHING && (is_digit(*p) || *p == '.'))
        parse_decimal(&n, p, f);
    else if (n.kind == NOTHING)
        parse_word(&n, p);
    return n;
}

// Rounds to the format; the result is an integer mantissa below 2^precision times 2^exponent.
// Returns false where it overflows.
static _Bool round_to(struct parsed *n, const struct format *f) {
    if (n->mantissa == 0) {
        if (n->sticky)
            errno = ERANGE;
        n->exponent = f->lowest;
        return 1;
    }
    int lead = __builtin_clzll(n->mantissa);
    n->mantissa <<= lead;
    n->exponent -= lead;
    int top = n->exponent + 63;
    int unit = top - f->precision + 1;
    if (unit < f->lowest)
        unit = f->lowest;
    unsigned drop = (unsigned)(unit - n->exponent); // bits to drop
    uint64_t kept = __assay_shift_right(n->mantissa, drop);
    _Bool half = drop == 0 ? n->half : __assay_shift_right(n->mantissa, drop - 1) & 1;
    uint64_t below = n->mantissa & (__assay_shift_left(1, drop - 1) - 1);
    _Bool rest = n->sticky || (drop > 0 && (n->half || below != 0));
    if ((half || rest) && top < f->lowest + f->precision - 1)
        errno = ERANGE;
    _Bool up = half && (rest || (kept & 1));
    kept += up;
    n->exponent = unit;
    _Bool wrapped = up && kept == 0; // all 64 bits were ones
    if (wrapped || __assay_shift_right(kept, (unsigned)f->precision) != 0) {
        kept = 1ull << (f->precision - 1);
        n->exponent++;
    }
    n->mantissa = kept;
    return n->exponent + f->precision - 1 <= f->highest;
}

// Parses, rounds and stores the end; overflow becomes an infinity.
static struct parsed convert(const char *s, char **end, const struct format *f) {
    struct parsed n = parse(s, f);
    if (end != NULL)
        *end = (char *)n.end;
    if (n.kind == NOTHING) {
        n.kind = FINITE;
        n.negative = 0;
    }
    if (n.kind == FINITE && !round_to(&n, f)) {
        errno = ERANGE;
        n.kind = INFINITE;
    }
    return n;
}

// The bits of an IEEE format that hides the leading one.
static uint64_t interchange_bits(const struct parsed *n, const struct format *f) {
    int fraction = f->precision - 1;
    uint64_t hidden = 1ull << fraction;
    uint64_t largest = (uint64_t)f->highest * 2 + 1;
    uint64_t exponent = 0, mantissa = n->mantissa & (hidden - 1);
    if (n->kind != FINITE) {
        exponent = largest;
        mantissa = n->kind == NOT_A_NUMBER ? hidden >> 1 : 0;
    } else if (n->mantissa & hidden) {
        exponent = (uint64_t)(n->exponent - f->lowest + 1);
    }
    uint64_t sign = (uint64_t)n->negative * (largest + 1);
    return (sign | exponent) << fraction | mantissa;
}

#define POWERS_OF_TEN                                                                              \
    {1e0L,  1e1L,  1e2L,  1e3L,  1e4L,  1e5L,  1e6L,  1e7L,  1e8L,  1e9L,                            \
     1e10L, 1e11L, 1e12L, 1e13L, 1e14L, 1e15L, 1e16L, 1e17L, 1e18L, 1e19L,                           \
     1e20L, 1e21L, 1e22L, 1e23L, 1e24L, 1e25L, 1e26L, 1e27L}

// The value of a short number: all three operands are exact, so it is rounded once.
#define SHORT_VALUE(type, n)                                                                       \
    ({                                                                                             \
        static const type tens[] = POWERS_OF_TEN;                                                  \
        type whole = (type)(int64_t)(n).mantissa;                                                  \
        int power = (n).exponent;                                                                  \
        type value = power < 0 ? whole / tens[-power] : whole * tens[power];                       \
        (n).negative ? -value : value;                                                             \
    })

double strtod(const char *s, char **end) {
    struct parsed n = convert(s, end, &double_format);
    if (n.kind == SHORT)
        return SHORT_VALUE(double, n);
    union {
        uint64_t bits;
        double value;
    } u = {interchange_bits(&n, &double_format)};
    return u.value;
}

float strtof(const char *s, char **end) {
    struct parsed n = convert(s, end, &single_format);
    if (n.kind == SHORT)
        return SHORT_VALUE(float, n);
    union {
        uint32_t bits;
        float value;
    } u = {(uint32_t)interchange_bits(&n, &single_format)};
    return u.value;
}

long double strtold(const char *s, char **end) {
    struct parsed n = convert(s, end, &extended_format);
    if (n.kind == SHORT)
        return SHORT_VALUE(long double, n);
    union {
        struct {
            uint64_t mantissa;
            uint16_t sign_exponent;
        } bits;
        long double value;
    } u = {{n.mantissa, 0}};
    unsigned exponent = 0;
    if (n.kind != FINITE) {
        exponent = 0x7fff;
        u.bits.mantissa = n.kind == NOT_A_NUMBER ? 3ull << 62 : 1ull << 63;
    } else if (n.mantissa >> 63) {
        exponent = (unsigned)(n.exponent - extended_format.lowest + 1);
    }
    u.bits.sign_exponent = (uint16_t)((unsigned)n.negative << 15 | exponent);
    return u.value;
}

double atof(const char *s) {
    return strtod(s, NULL);
}
