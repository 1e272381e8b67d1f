// Products and quotients of integers of more than 128 bits, as the front end cuts them: words of
// 64 bits, the lowest first.
//
// No branch looks at a word unless it is a constant, so words that depend on an input go through
// as terms. The results do not overlap the operands.

#include "assay.h"

typedef unsigned _BitInt(128) pair;

// Modulo 2 to the power of all bits.
void __assay_wide_multiply(uint64_t *product, const uint64_t *a, const uint64_t *b,
                           unsigned words) {
    for (unsigned i = 0; i < words; i++)
        product[i] = 0;
    for (unsigned i = 0; i < words; i++) {
        uint64_t carry = 0;
        if (__assay_always(a[i] == 0))
            continue;
        for (unsigned k = 0; i + k < words; k++) {
            pair sum = (pair)a[i] * b[k] + product[i + k] + carry;
            product[i + k] = (uint64_t)sum;
            carry = (uint64_t)(sum >> 64);
        }
    }
}

// Word by word, for divisors that surely have only one.
static void divide_by_word(uint64_t *quotient, uint64_t *remainder, const uint64_t *a, uint64_t b,
                           unsigned words) {
    uint64_t rest = 0;
    for (unsigned i = words; i-- > 0;) {
        pair part = (pair)rest << 64 | a[i];
        quotient[i] = (uint64_t)(part / b);
        rest = (uint64_t)(part % b);
        remainder[i] = 0;
    }
    remainder[0] = rest;
}

// The remainder becomes twice itself plus `bit`; true if it has outgrown its words.
static _Bool append_bit(uint64_t *remainder, uint64_t bit, unsigned words) {
    for (unsigned i = 0; i < words; i++) {
        uint64_t out = remainder[i] >> 63;
        remainder[i] = remainder[i] << 1 | bit;
        bit = out;
    }
    return bit != 0;
}

static _Bool is_below(const uint64_t *a, const uint64_t *b, unsigned words) {
    _Bool below = 0;
    for (unsigned i = 0; i < words; i++)
        below = (a[i] < b[i]) | ((a[i] == b[i]) & below);
    return below;
}

// Subtracts `b` under a mask of all ones, and nothing under one of zero.
static void subtract_masked(uint64_t *a, const uint64_t *b, uint64_t mask, unsigned words) {
    uint64_t borrow = 0;
    for (unsigned i = 0; i < words; i++) {
        pair difference = (pair)a[i] - (b[i] & mask) - borrow;
        a[i] = (uint64_t)difference;
        borrow = (uint64_t)(difference >> 64) & 1;
    }
}

// Bit by bit from the highest, as by hand. The divisor is not zero.
void __assay_wide_divide(uint64_t *quotient, uint64_t *remainder, const uint64_t *a,
                         const uint64_t *b, unsigned words) {
    unsigned used = words;
    while (used > 1 && __assay_always(b[used - 1] == 0))
        used--;
    if (used == 1) {
        divide_by_word(quotient, remainder, a, b[0], words);
        return;
    }
    for (unsigned i = 0; i < words; i++)
        quotient[i] = remainder[i] = 0;
    unsigned first = words;
    while (first > 0 && __assay_always(a[first - 1] == 0))
        first--;
    for (unsigned i = first * 64; i-- > 0;) {
        _Bool is_over = append_bit(remainder, a[i / 64] >> (i % 64) & 1, words);
        uint64_t fits = is_over | !is_below(remainder, b, words);
        subtract_masked(remainder, b, 0 - fits, words);
        quotient[i / 64] |= fits << (i % 64);
    }
}
