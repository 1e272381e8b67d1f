// Text to integers: strtol and its relatives.
//
// One automaton reads blanks, a sign, a base prefix and digits. Its state is a handful of
// booleans and an accumulator, all of which may be terms, so a symbolic string costs one pass
// over the bytes that may belong to the number and no path at all: value, end and overflow come
// out as terms. The pass stops where the automaton surely is done. A string that may run past
// its object costs one branch, the out-of-bounds read.

#include "assay.h"

struct number {
    uint64_t magnitude;
    _Bool negative;
    _Bool overflowed;
    size_t end; // after the last digit; 0 without any
};

static inline uint64_t choose(_Bool c, uint64_t a, uint64_t b) {
    return __assay_select(c, a, b);
}

static inline _Bool is_space(unsigned c) {
    return (c - '\t' < 5) | (c == ' ');
}

// The value of a digit or letter, 255 for anything else.
static inline unsigned digit_value(unsigned c) {
    unsigned letter = (c | 32) - 'a';
    uint64_t wide = choose(letter < 26, letter + 10, 255);
    return (unsigned)choose(c - '0' < 10, c - '0', wide);
}

// Whether `acc * radix + digit` needs more than 64 bits. A radix `by_prefix` is 2, 8, 10 or 16,
// and may be symbolic.
static inline _Bool exceeds(uint64_t acc, unsigned radix, unsigned digit, _Bool by_prefix) {
    uint64_t most, last;
    if (by_prefix && __assay_is_symbolic(radix)) {
        most = choose(radix == 16, UINT64_MAX / 16, UINT64_MAX / 10);
        most = choose(radix == 8, UINT64_MAX / 8, most);
        most = choose(radix == 2, UINT64_MAX / 2, most);
        last = UINT64_MAX - most * radix;
    } else {
        most = UINT64_MAX / radix;
        last = UINT64_MAX % radix;
    }
    return (acc > most) | ((acc == most) & (digit > last));
}

// `base` is 0 or 2..36; `binary` allows the prefix 0b of C23.
static struct number parse(const char *s, unsigned base, _Bool binary) {
    struct number n = {0, 0, 0, 0};
    size_t room = __assay_accessible(s);
    unsigned radix = base == 0 ? 10 : base;
    _Bool may_be_hex = base == 0 || base == 16;
    _Bool may_be_binary = binary && (base == 0 || base == 2);
    _Bool skipping = 1, reading = 0, first = 1, after_zero = 0;
    for (size_t i = 0; !__assay_never(skipping | reading); i++) {
        if (i == room) {
            if (skipping | reading)
                __assay_touch(s + i);
            break;
        }
        unsigned c = (unsigned char)s[i];
        _Bool starts = skipping & !is_space(c);
        _Bool sign = starts & ((c == '+') | (c == '-'));
        n.negative = n.negative | (starts & (c == '-'));
        reading = reading | (starts & !sign);
        skipping = skipping & is_space(c);

        _Bool hex = reading & after_zero & may_be_hex & ((c | 32) == 'x');
        _Bool two = reading & after_zero & may_be_binary & ((c | 32) == 'b');
        _Bool zero = reading & first & (c == '0');
        if (base == 0)
            radix = (unsigned)choose(zero, 8, radix);
        unsigned value = digit_value(c);
        _Bool digit = reading & !hex & !two & (value < radix);
        n.overflowed = n.overflowed | (digit & exceeds(n.magnitude, radix, value, base == 0));
        n.magnitude = choose(digit, n.magnitude * radix + value, n.magnitude);
        n.end = (size_t)choose(digit, i + 1, n.end);
        if (base == 0) {
            radix = (unsigned)choose(hex, 16, radix);
            radix = (unsigned)choose(two, 2, radix);
        }
        after_zero = zero;
        first = first & !digit;
        reading = sign | digit | hex | two;
    }
    return n;
}

static void note_range_error(_Bool happened) {
    if (!__assay_never(happened))
        errno = (int)choose(happened, ERANGE, (uint64_t)errno);
}

static _Bool parse_into(struct number *n, const char *s, char **end, int base, _Bool binary) {
    base = (int)__assay_concretise((uint64_t)base);
    if (base < 0 || base == 1 || base > 36) {
        errno = EINVAL;
        return 0;
    }
    *n = parse(s, (unsigned)base, binary);
    if (end != NULL)
        *end = (char *)s + n->end;
    return 1;
}

// `most` is the largest value; the smallest is `-most - 1`.
static int64_t parse_signed(const char *s, char **end, int base, _Bool binary, uint64_t most) {
    struct number n;
    if (!parse_into(&n, s, end, base, binary))
        return 0;
    uint64_t limit = most + n.negative;
    _Bool out = n.overflowed | (n.magnitude > limit);
    note_range_error(out);
    uint64_t magnitude = choose(out, limit, n.magnitude);
    return (int64_t)choose(n.negative, -magnitude, magnitude);
}

static uint64_t parse_unsigned(const char *s, char **end, int base, _Bool binary, uint64_t most) {
    struct number n;
    if (!parse_into(&n, s, end, base, binary))
        return 0;
    _Bool out = n.overflowed | (n.magnitude > most);
    note_range_error(out);
    uint64_t value = choose(n.negative, -n.magnitude, n.magnitude);
    return choose(out, most, value);
}

long strtol(const char *s, char **end, int base) {
    return (long)parse_signed(s, end, base, 0, LONG_MAX);
}

long long strtoll(const char *s, char **end, int base) {
    return parse_signed(s, end, base, 0, LLONG_MAX);
}

unsigned long strtoul(const char *s, char **end, int base) {
    return (unsigned long)parse_unsigned(s, end, base, 0, ULONG_MAX);
}

unsigned long long strtoull(const char *s, char **end, int base) {
    return parse_unsigned(s, end, base, 0, ULLONG_MAX);
}

intmax_t strtoimax(const char *s, char **end, int base) {
    return parse_signed(s, end, base, 0, LLONG_MAX);
}

uintmax_t strtoumax(const char *s, char **end, int base) {
    return parse_unsigned(s, end, base, 0, ULLONG_MAX);
}

long __isoc23_strtol(const char *s, char **end, int base) {
    return (long)parse_signed(s, end, base, 1, LONG_MAX);
}

long long __isoc23_strtoll(const char *s, char **end, int base) {
    return parse_signed(s, end, base, 1, LLONG_MAX);
}

unsigned long __isoc23_strtoul(const char *s, char **end, int base) {
    return (unsigned long)parse_unsigned(s, end, base, 1, ULONG_MAX);
}

unsigned long long __isoc23_strtoull(const char *s, char **end, int base) {
    return parse_unsigned(s, end, base, 1, ULLONG_MAX);
}

// The names behind strtol and strtoul in old headers' inline functions.

long __strtol_internal(const char *s, char **end, int base, int group) {
    (void)group;
    return strtol(s, end, base);
}

unsigned long __strtoul_internal(const char *s, char **end, int base, int group) {
    (void)group;
    return strtoul(s, end, base);
}

int atoi(const char *s) {
    return (int)strtol(s, NULL, 10);
}

long atol(const char *s) {
    return strtol(s, NULL, 10);
}

long long atoll(const char *s) {
    return strtoll(s, NULL, 10);
}
