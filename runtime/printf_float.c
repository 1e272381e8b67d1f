// Floats for printf: %f %e %g %a of double and long double, digit for digit as in glibc.
//
// The value is constant here (see printf.c). Decimal styles take the exact expansion of the
// value and round it once, to nearest with ties to even, at the place the style asks for.

#include "assay.h"

// A formatted number in pieces: sign, prefix, digits, zeros to add, exponent.
struct pieces {
    char sign; // 0 for none
    _Bool hex;
    const char *whole; // digits before the point, `whole_zeros` after them
    int whole_count, whole_zeros;
    _Bool point;
    int lead_zeros; // after the point, then digits, then zeros
    const char *fraction;
    int fraction_count, tail_zeros;
    char exponent[8];
    int exponent_count;
};

static char sign_of(const struct conversion *c, _Bool negative) {
    if (negative)
        return '-';
    return c->plus ? '+' : c->blank ? ' ' : 0;
}

static _Bool is_upper(const struct conversion *c) {
    return c->letter < 'a';
}

static void emit_pieces(struct output *o, const struct conversion *c, const struct pieces *p) {
    int length = (p->sign != 0) + 2 * p->hex + p->whole_count + p->whole_zeros + p->point +
                 p->lead_zeros + p->fraction_count + p->tail_zeros + p->exponent_count;
    int padding = c->width > length ? c->width - length : 0;
    if (!c->left && !c->zero)
        __assay_emit_repeated(o, ' ', padding);
    if (p->sign != 0)
        __assay_emit(o, &p->sign, 1);
    if (p->hex)
        __assay_emit(o, is_upper(c) ? "0X" : "0x", 2);
    if (!c->left && c->zero)
        __assay_emit_repeated(o, '0', padding);
    __assay_emit(o, p->whole, (size_t)p->whole_count);
    __assay_emit_repeated(o, '0', p->whole_zeros);
    if (p->point)
        __assay_emit(o, ".", 1);
    __assay_emit_repeated(o, '0', p->lead_zeros);
    __assay_emit(o, p->fraction, (size_t)p->fraction_count);
    __assay_emit_repeated(o, '0', p->tail_zeros);
    __assay_emit(o, p->exponent, (size_t)p->exponent_count);
    if (c->left)
        __assay_emit_repeated(o, ' ', padding);
}

// `e+05`: letter, sign, at least `least` digits.
static void set_exponent(struct pieces *p, char letter, int exponent, int least) {
    unsigned magnitude = (unsigned)(exponent < 0 ? -exponent : exponent);
    char digits[6];
    int count = 0;
    do {
        digits[count++] = (char)('0' + magnitude % 10);
        magnitude /= 10;
    } while (magnitude > 0 || count < least);
    p->exponent[0] = letter;
    p->exponent[1] = exponent < 0 ? '-' : '+';
    p->exponent_count = 2;
    while (count > 0)
        p->exponent[p->exponent_count++] = digits[--count];
}

// `places` digits after the point; the expansion is rounded there already.
static void set_fixed(struct pieces *p, const struct decimal *d, int places) {
    int whole = d->point > 0 ? d->point : 0;
    p->whole_count = d->count < whole ? d->count : whole;
    p->whole_zeros = whole - p->whole_count;
    p->whole = d->digit;
    if (whole == 0) {
        p->whole = "0";
        p->whole_count = 1;
    }
    int used = d->count < whole ? d->count : whole;
    p->lead_zeros = d->count > 0 && d->point < 0 ? -d->point : 0;
    if (p->lead_zeros > places)
        p->lead_zeros = places;
    p->fraction = d->digit + used;
    p->fraction_count = d->count - used;
    p->tail_zeros = places - p->lead_zeros - p->fraction_count;
}

static void set_scientific(struct pieces *p, const struct decimal *d, int places, _Bool upper) {
    p->whole = d->count > 0 ? d->digit : "0";
    p->whole_count = 1;
    p->fraction = d->digit + 1;
    p->fraction_count = d->count > 0 ? d->count - 1 : 0;
    p->tail_zeros = places - p->fraction_count;
    set_exponent(p, upper ? 'E' : 'e', d->count > 0 ? d->point - 1 : 0, 2);
}

static void set_decimal(struct pieces *p, struct decimal *d, const struct conversion *c) {
    int precision = c->precision < 0 ? 6 : c->precision;
    char style = (char)(c->letter | 32);
    int places = precision;
    if (style == 'g') {
        int digits = precision == 0 ? 1 : precision;
        __assay_decimal_round(d, digits);
        int exponent = d->count > 0 ? d->point - 1 : 0;
        style = exponent < -4 || exponent >= digits ? 'e' : 'f';
        places = style == 'e' ? digits - 1 : digits - 1 - exponent;
        if (!c->alternative) { // no trailing zeros: as many places as there are digits
            int needed = style == 'e' ? d->count - 1 : d->count - d->point;
            if (needed < places)
                places = needed < 0 ? 0 : needed;
        }
    } else {
        __assay_decimal_round(d, style == 'e' ? precision + 1 : d->point + precision);
    }
    if (style == 'e')
        set_scientific(p, d, places, is_upper(c));
    else
        set_fixed(p, d, places);
    p->point = places > 0 || c->alternative;
}

// Hexadecimal digits of a mantissa whose first digit has `lead` bits and the others four.
static int hex_digits(char *to, uint64_t mantissa, int fraction_bits, _Bool upper) {
    int count = 0;
    for (int shift = fraction_bits; shift >= 0; shift -= 4) {
        unsigned digit = (unsigned)(mantissa >> shift & 15);
        to[count++] = (char)(digit < 10 ? '0' + digit : (upper ? 'A' : 'a') + digit - 10);
    }
    return count;
}

// Rounds to `places` hexadecimal digits after the point, to nearest even; the lead digit may
// grow by one, as in glibc.
static uint64_t round_hex(uint64_t mantissa, int fraction_bits, int places) {
    int drop = fraction_bits - 4 * places;
    if (drop <= 0)
        return mantissa;
    uint64_t unit = __assay_shift_left(1, (unsigned)drop);
    uint64_t rest = mantissa & (unit - 1);
    uint64_t kept = mantissa & ~(unit - 1);
    _Bool up = rest > unit / 2 || (rest == unit / 2 && (kept & unit));
    return kept + (up ? unit : 0);
}

static void set_hexadecimal(struct pieces *p, char *digits, const struct conversion *c,
                            const struct float_value *v) {
    int fraction_bits = v->is_extended ? 60 : 52;
    uint64_t mantissa = v->mantissa;
    int exponent = mantissa == 0 ? 0 : v->exponent + fraction_bits;
    if (c->precision >= 0) {
        uint64_t rounded = round_hex(mantissa, fraction_bits, c->precision);
        if (v->is_extended && rounded < mantissa && rounded >> 60 == 0) {
            rounded = 1ull << 60; // 0xf.f… became 0x10: keep one lead digit
            exponent += 4;
        }
        mantissa = rounded;
    }
    int count = hex_digits(digits, mantissa, fraction_bits, is_upper(c));
    while (count > 1 && digits[count - 1] == '0')
        count--;
    p->hex = 1;
    p->whole = digits;
    p->whole_count = 1;
    p->fraction = digits + 1;
    p->fraction_count = count - 1;
    p->tail_zeros = c->precision > count - 1 ? c->precision - (count - 1) : 0;
    p->point = p->fraction_count + p->tail_zeros > 0 || c->alternative;
    set_exponent(p, is_upper(c) ? 'P' : 'p', exponent, 1);
}

static void format_special(struct output *o, const struct conversion *c, char sign,
                           const char *word) {
    struct conversion unpadded = *c;
    unpadded.zero = 0;
    struct pieces p = {0};
    p.sign = sign;
    p.whole = word;
    p.whole_count = 3;
    emit_pieces(o, &unpadded, &p);
}

void __assay_format_float(struct output *o, const struct conversion *c,
                          const struct float_value *v) {
    static struct decimal decimal; // too large for a stack frame
    char digits[20];
    struct pieces p = {0};
    p.sign = sign_of(c, v->negative);
    p.fraction = "";
    if (v->kind == FLOAT_INFINITE) {
        format_special(o, c, p.sign, is_upper(c) ? "INF" : "inf");
    } else if (v->kind == FLOAT_NAN) {
        format_special(o, c, p.sign, is_upper(c) ? "NAN" : "nan");
    } else if ((c->letter | 32) == 'a') {
        set_hexadecimal(&p, digits, c, v);
        emit_pieces(o, c, &p);
    } else {
        __assay_decimal_expand(&decimal, v->mantissa, v->exponent);
        set_decimal(&p, &decimal, c);
        emit_pieces(o, c, &p);
    }
}
