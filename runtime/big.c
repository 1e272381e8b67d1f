// Natural numbers of any size, and exact decimal expansions made of them.
//
// Only for constants: callers fix or drop what is symbolic before they come here, so plain
// loops are right. Schoolbook methods on 32-bit limbs: the numbers are short, and every step is
// easy to check.

#include "assay.h"

static void drop_leading_zeros(struct big *b) {
    while (b->count > 0 && b->limb[b->count - 1] == 0)
        b->count--;
}

static void append(struct big *b, uint32_t limb) {
    if (b->count == BIG_LIMBS)
        __assay_unsupported("a number with too many digits");
    b->limb[b->count++] = limb;
}

void __assay_big_set(struct big *b, uint64_t v) {
    b->count = 2;
    b->limb[0] = (uint32_t)v;
    b->limb[1] = (uint32_t)(v >> 32);
    drop_leading_zeros(b);
}

void __assay_big_multiply_add(struct big *b, uint32_t factor, uint32_t addend) {
    uint64_t carry = addend;
    for (unsigned i = 0; i < b->count; i++) {
        carry += (uint64_t)b->limb[i] * factor;
        b->limb[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry != 0)
        append(b, (uint32_t)carry);
}

void __assay_big_multiply_power_of_ten(struct big *b, unsigned power) {
    for (; power >= 9; power -= 9)
        __assay_big_multiply_add(b, 1000000000u, 0);
    for (; power > 0; power--)
        __assay_big_multiply_add(b, 10, 0);
}

uint32_t __assay_big_divide(struct big *b, uint32_t divisor) {
    uint64_t rest = 0;
    for (unsigned i = b->count; i-- > 0;) {
        rest = rest << 32 | b->limb[i];
        b->limb[i] = (uint32_t)(rest / divisor);
        rest %= divisor;
    }
    drop_leading_zeros(b);
    return (uint32_t)rest;
}

void __assay_big_shift_left(struct big *b, unsigned bits) {
    unsigned whole = bits / 32, part = bits % 32;
    if (b->count == 0)
        return;
    if (part != 0) {
        append(b, 0);
        for (unsigned i = b->count - 1; i > 0; i--)
            b->limb[i] = b->limb[i] << part | b->limb[i - 1] >> (32 - part);
        b->limb[0] <<= part;
        drop_leading_zeros(b);
    }
    if (whole != 0) {
        if (b->count + whole > BIG_LIMBS)
            __assay_unsupported("a number with too many digits");
        memmove(b->limb + whole, b->limb, b->count * sizeof(uint32_t));
        memset(b->limb, 0, whole * sizeof(uint32_t));
        b->count += whole;
    }
}

void __assay_big_subtract(struct big *a, const struct big *b) {
    uint64_t borrow = 0;
    for (unsigned i = 0; i < a->count; i++) {
        uint64_t taken = borrow + (i < b->count ? b->limb[i] : 0);
        borrow = a->limb[i] < taken;
        a->limb[i] -= (uint32_t)taken;
    }
    drop_leading_zeros(a);
}

int __assay_big_compare(const struct big *a, const struct big *b) {
    if (a->count != b->count)
        return a->count < b->count ? -1 : 1;
    for (unsigned i = a->count; i-- > 0;)
        if (a->limb[i] != b->limb[i])
            return a->limb[i] < b->limb[i] ? -1 : 1;
    return 0;
}

unsigned __assay_big_bits(const struct big *b) {
    if (b->count == 0)
        return 0;
    return b->count * 32 - (unsigned)__builtin_clz(b->limb[b->count - 1]);
}

// ---- Decimal expansions -----------------------------------------------------------------

enum { CHUNK = 1000000000 }; // nine digits at a time

static void write_chunk(char *to, uint32_t chunk) {
    for (int i = 8; i >= 0; i--) {
        to[i] = (char)('0' + chunk % 10);
        chunk /= 10;
    }
}

// The digits of an integer, by repeated division, filled in from the end of the buffer.
static void expand_integer(struct decimal *d, struct big *b) {
    int at = DECIMAL_DIGITS;
    while (b->count > 0) {
        at -= 9;
        write_chunk(d->digit + at, __assay_big_divide(b, CHUNK));
    }
    while (at < DECIMAL_DIGITS && d->digit[at] == '0')
        at++;
    d->count = DECIMAL_DIGITS - at;
    d->point = d->count;
    memmove(d->digit, d->digit + at, (size_t)d->count);
}

// The digits of `b / 2^(32·limbs)`, a fraction below one, by repeated multiplication.
static void expand_fraction(struct decimal *d, struct big *b, unsigned limbs) {
    while (b->count > 0) {
        __assay_big_multiply_add(b, CHUNK, 0);
        uint32_t chunk = 0;
        if (b->count > limbs) {
            chunk = b->limb[limbs];
            b->count = limbs;
            drop_leading_zeros(b);
        }
        if (d->count == 0 && chunk == 0) {
            d->point -= 9;
            continue;
        }
        write_chunk(d->digit + d->count, chunk);
        int zeros = 0;
        while (d->count == 0 && d->digit[zeros] == '0')
            zeros++;
        memmove(d->digit, d->digit + zeros, (size_t)(9 - zeros));
        d->point -= d->count == 0 ? zeros : 0;
        d->count += 9 - zeros;
    }
}

static void drop_trailing_zeros(struct decimal *d) {
    while (d->count > 0 && d->digit[d->count - 1] == '0')
        d->count--;
    if (d->count == 0)
        d->point = 0;
}

void __assay_decimal_expand(struct decimal *d, uint64_t mantissa, int exponent) {
    struct big b;
    if (exponent >= 0) {
        __assay_big_set(&b, mantissa);
        __assay_big_shift_left(&b, (unsigned)exponent);
        expand_integer(d, &b);
    } else {
        unsigned places = (unsigned)-exponent;
        __assay_big_set(&b, __assay_shift_right(mantissa, places));
        expand_integer(d, &b);
        __assay_big_set(&b, mantissa & (__assay_shift_left(1, places) - 1));
        unsigned limbs = (places + 31) / 32;
        __assay_big_shift_left(&b, limbs * 32 - places);
        expand_fraction(d, &b, limbs);
    }
    drop_trailing_zeros(d);
}

void __assay_decimal_round(struct decimal *d, int digits) {
    if (digits >= d->count)
        return;
    if (digits < 0) {
        d->count = d->point = 0;
        return;
    }
    char next = d->digit[digits];
    _Bool is_tie = next == '5' && d->count == digits + 1;
    _Bool is_odd = digits > 0 && (d->digit[digits - 1] & 1);
    _Bool up = is_tie ? is_odd : next >= '5';
    d->count = digits;
    if (up) {
        while (d->count > 0 && d->digit[d->count - 1] == '9')
            d->count--;
        if (d->count > 0) {
            d->digit[d->count - 1]++;
        } else {
            d->digit[d->count++] = '1';
            d->point++;
        }
    }
    drop_trailing_zeros(d);
}
