// Multiplication with powers of two. It is exact, or rounds once, as a product of terms, where the
// exponent is known; an exponent that depends on an input splits the path by its size.

#include "assay.h"

static double power_of_two(int n) {
    union {
        uint64_t bits;
        double value;
    } u = {(uint64_t)(1023 + n) << 52};
    return u.value;
}

static long double long_power_of_two(int n) {
    union {
        struct {
            uint64_t mantissa;
            uint16_t exponent;
        } parts;
        long double value;
    } u = {{1ull << 63, (uint16_t)(16383 + n)}};
    return u.value;
}

// In steps that stay within the range. On the way down no step but the last may round, so the
// earlier ones stop a mantissa above the smallest normal number. Three steps are enough to get
// from one end of the range to the other.
#define SCALING(T, name, power, largest, digits)                 \
    static T name(T x, int n) {                                  \
        for (int i = 0; i < 2 && n > largest; i++) {             \
            x *= power(largest);                                 \
            n -= largest;                                        \
        }                                                        \
        for (int i = 0; i < 2 && n < 1 - largest; i++) {         \
            x *= power(1 - largest) * power(digits);             \
            n += largest - 1 - digits;                           \
        }                                                        \
        n = n > largest ? largest : n < 1 - largest ? 1 - largest : n; \
        return x * power(n);                                     \
    }

SCALING(double, scaled, power_of_two, 1023, 53)
SCALING(long double, long_scaled, long_power_of_two, 16383, 64)

// A double holds every product with a float that does not vanish.
static float short_scaled(float x, int n) {
    return (float)scaled(x, n);
}

#define SCALE(T, S, scaled)                                                         \
    T ldexp##S(T x, int n) {                                                        \
        T result = scaled(x, n);                                                    \
        _Bool is_finite = __builtin_fabs##S(x) < __builtin_huge_val##S();           \
        _Bool is_lost = (result == 0) | (__builtin_isinf_sign(result) != 0);        \
        __assay_note_error(is_finite & (x != 0) & is_lost, ERANGE);                 \
        return result;                                                              \
    }                                                                               \
    T scalbn##S(T x, int n) {                                                       \
        return ldexp##S(x, n);                                                      \
    }                                                                               \
    T scalbln##S(T x, long n) {                                                     \
        return ldexp##S(x, n > 40000 ? 40000 : n < -40000 ? -40000 : (int)n);       \
    }

SCALE(double, , scaled)
SCALE(float, f, short_scaled)
SCALE(long double, l, long_scaled)
