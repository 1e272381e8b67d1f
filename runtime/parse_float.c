// Text to floats: strtod and its relatives, correctly rounded in all three formats.
//
// Each byte that the number consists of is fixed to its value on this run before it is used:
// rounding to a float is no term worth solving. Other texts are other paths only where the
// caller branches on the bytes itself.
//
// A number is D·10^E with an integer D. The quotient of big integers D·2^k / 10^-E is computed
// to 66 bits or more, with what lies below kept as two bits, and rounded once.

#include "assay.h"

enum { MOST_DIGITS = 1100 }; // more only make the result inexact

struct format {
    int precision;   // bits of the mantissa, with the leading one
    int lowest;      // exponent of the last bit of a subnormal
    int highest;     // largest exponent of a leading bit
};

static const struct format single_format = {24, -149, 127};
static const struct format double_format = {53, -1074, 1023};
static const struct format extended_format = {64, -16445, 16383};

enum kind { NOTHING, FINITE, INFINITE, NOT_A_NUMBER };

// A parsed number: `mantissa · 2^exponent`, plus half a unit, plus less than that.
struct parsed {
    enum kind kind;
    _Bool negative;
    _Bool half;
    _Bool sticky;
    uint64_t mantissa;
    int exponent;
    const char *end;
};

static char at(const char *p) {
    return (char)__assay_concretise((unsigned char)*p);
}

static _Bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static int hex_value(char c) {
    char lower = (char)(c | 32);
    if (is_digit(c))
        return c - '0';
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

// The rest of `word` (lower case) after `p`, without regard to case; null if it is not there.
static const char *skip_word(const char *p, const char *word) {
    for (; *word != 0; p++, word++)
        if ((at(p) | 32) != *word)
            return NULL;
    return p;
}

// An exponent `letter [sign] digits`, clamped to a million; `p` itself where there is none.
static const char *parse_exponent(const char *p, char letter, int *exponent) {
    if ((at(p) | 32) != letter)
        return p;
    const char *q = p + 1;
    _Bool negative = at(q) == '-';
    if (negative || at(q) == '+')
        q++;
    if (!is_digit(at(q)))
        return p;
    int value = 0;
    for (; is_digit(at(q)); q++)
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

// The digits of a number with at most one point, as an integer and a power of the radix.
struct digits {
    struct big value;
    int exponent;
    int count; // without leading zeros
    _Bool any;
};

static const char *parse_digits(struct digits *d, const char *p, unsigned radix) {
    __assay_big_set(&d->value, 0);
    d->exponent = d->count = d->any = 0;
    _Bool after_point = 0, rest = 0;
    for (;; p++) {
        char c = at(p);
        if (c == '.' && !after_point) {
            after_point = 1;
            continue;
        }
        int value = hex_value(c);
        if (value < 0 || value >= (int)radix)
            break;
        d->any = 1;
        if (d->count < MOST_DIGITS) {
            __assay_big_multiply_add(&d->value, radix, (uint32_t)value);
            d->count += d->value.count > 0;
            d->exponent -= after_point;
        } else {
            rest = rest || value != 0;
            d->exponent += !after_point;
        }
    }
    if (rest) {
        __assay_big_multiply_add(&d->value, radix, 1);
        d->exponent--;
        d->count++;
    }
    return p;
}

static void parse_decimal(struct parsed *n, const char *p) {
    struct digits d;
    p = parse_digits(&d, p, 10);
    if (!d.any)
        return;
    int scale = 0;
    n->kind = FINITE;
    n->end = parse_exponent(p, 'e', &scale);
    int exponent = d.exponent + scale;
    int magnitude = exponent + d.count;
    if (d.value.count == 0 || magnitude < -5000) {
        n->sticky = d.value.count > 0;
    } else if (magnitude > 5000) {
        n->mantissa = 1;
        n->exponent = 20000;
    } else {
        set_decimal(n, &d.value, exponent);
    }
}

// After `0x`; leaves `n` alone where no digit follows.
static void parse_hex(struct parsed *n, const char *p) {
    struct digits d;
    struct big one;
    p = parse_digits(&d, p, 16);
    if (!d.any)
        return;
    int scale = 0;
    n->kind = FINITE;
    n->end = parse_exponent(p, 'p', &scale);
    if (d.value.count == 0)
        return;
    __assay_big_set(&one, 1);
    set_quotient(n, &d.value, &one);
    n->exponent += 4 * d.exponent + scale;
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
    if (at(end) != '(')
        return;
    const char *q = end + 1;
    while (is_digit(at(q)) || ((at(q) | 32) >= 'a' && (at(q) | 32) <= 'z') || at(q) == '_')
        q++;
    if (at(q) == ')')
        n->end = q + 1;
}

static struct parsed parse(const char *s) {
    struct parsed n = {NOTHING, 0, 0, 0, 0, 0, s};
    const char *p = s;
    while (at(p) == ' ' || (at(p) >= '\t' && at(p) <= '\r'))
        p++;
    n.negative = at(p) == '-';
    if (n.negative || at(p) == '+')
        p++;
    if (at(p) == '0' && (at(p + 1) | 32) == 'x')
        parse_hex(&n, p + 2);
    if (n.kind == NOTHING && (is_digit(at(p)) || at(p) == '.'))
        parse_decimal(&n, p);
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
    struct parsed n = parse(s);
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

double strtod(const char *s, char **end) {
    struct parsed n = convert(s, end, &double_format);
    union {
        uint64_t bits;
        double value;
    } u = {interchange_bits(&n, &double_format)};
    return u.value;
}

float strtof(const char *s, char **end) {
    struct parsed n = convert(s, end, &single_format);
    union {
        uint32_t bits;
        float value;
    } u = {(uint32_t)interchange_bits(&n, &single_format)};
    return u.value;
}

long double strtold(const char *s, char **end) {
    struct parsed n = convert(s, end, &extended_format);
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
