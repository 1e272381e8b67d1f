// The parts of math.h that look at the bits of a float: classification and decomposition.
//
// Bit operations and selections only, so a symbolic float is classified without splitting the
// path. `float` goes through `double`, which holds every float exactly; the x87 long double has
// its own layout, with an explicit leading bit.

#include "assay.h"

enum { FP_NAN, FP_INFINITE, FP_ZERO, FP_SUBNORMAL, FP_NORMAL }; // glibc's numbers

static inline uint64_t bits_of(double x) {
    union {
        double value;
        uint64_t bits;
    } u = {x};
    return u.bits;
}

static inline double double_of(uint64_t bits) {
    union {
        uint64_t bits;
        double value;
    } u = {bits};
    return u.value;
}

static inline uint32_t float_bits_of(float x) {
    union {
        float value;
        uint32_t bits;
    } u = {x};
    return u.bits;
}

static inline float float_of(uint32_t bits) {
    union {
        uint32_t bits;
        float value;
    } u = {bits};
    return u.value;
}

struct extended {
    uint64_t mantissa;
    uint16_t sign_exponent;
};

static inline struct extended extended_of(long double x) {
    union {
        long double value;
        struct extended bits;
    } u = {x};
    return u.bits;
}

static inline long double long_double_of(struct extended bits) {
    union {
        struct extended bits;
        long double value;
    } u = {bits};
    return u.value;
}

static inline int choose(_Bool c, int a, int b) {
    return (int)__assay_select(c, (uint64_t)a, (uint64_t)b);
}

// ---- Classification ---------------------------------------------------------------------

static int classify(_Bool no_exponent, _Bool full_exponent, _Bool no_fraction) {
    int small = choose(no_fraction, FP_ZERO, FP_SUBNORMAL);
    int large = choose(no_fraction, FP_INFINITE, FP_NAN);
    return choose(no_exponent, small, choose(full_exponent, large, FP_NORMAL));
}

int __fpclassify(double x) {
    uint64_t bits = bits_of(x) << 1, exponent = bits >> 53;
    return classify(exponent == 0, exponent == 0x7ff, bits << 11 == 0);
}

int __fpclassifyf(float x) {
    uint32_t bits = float_bits_of(x) << 1, exponent = bits >> 24;
    return classify(exponent == 0, exponent == 0xff, bits << 8 == 0);
}

int __fpclassifyl(long double x) {
    struct extended e = extended_of(x);
    unsigned exponent = e.sign_exponent & 0x7fff;
    _Bool no_fraction = (e.mantissa << 1 == 0) & ((exponent != 0) | (e.mantissa == 0));
    return classify(exponent == 0, exponent == 0x7fff, no_fraction);
}

#define TESTS(T, S, ...)                                  \
    int __isnan##S(T x) {                                 \
        return x != x;                                    \
    }                                                     \
    int isnan##S(T x) {                                   \
        return x != x;                                    \
    }                                                     \
    int __isinf##S(T x) {                                 \
        return __builtin_isinf_sign(x);                   \
    }                                                     \
    int isinf##S(T x) {                                   \
        return __builtin_isinf_sign(x);                   \
    }                                                     \
    int __finite##S(T x) {                                \
        return __builtin_isfinite(x);                     \
    }                                                     \
    int finite##S(T x) {                                  \
        return __builtin_isfinite(x);                     \
    }                                                     \
    int __signbit##S(T x) {                               \
        return __builtin_signbit(x);                      \
    }

TESTS(double, )
TESTS(float, f)
TESTS(long double, l)

// ---- Fraction and exponent --------------------------------------------------------------

// x = result · 2^exponent with the result in [1/2, 1); zero, infinities and NaN as they are.
double frexp(double x, int *exponent) {
    uint64_t plain = bits_of(x);
    _Bool is_small = (plain >> 52 & 0x7ff) == 0;
    uint64_t scaled = __assay_select(is_small, bits_of(x * 0x1p54), plain);
    int field = (int)(scaled >> 52 & 0x7ff);
    _Bool is_special = (field == 0) | (field == 0x7ff);
    *exponent = choose(is_special, 0, field - 1022 - choose(is_small, 54, 0));
    uint64_t fraction = (scaled & ~(0x7ffull << 52)) | 1022ull << 52;
    return double_of(__assay_select(is_special, plain, fraction));
}

float frexpf(float x, int *exponent) {
    return (float)frexp(x, exponent);
}

long double frexpl(long double x, int *exponent) {
    struct extended e = extended_of(x);
    _Bool is_small = (e.sign_exponent & 0x7fff) == 0;
    if (is_small)
        e = extended_of(x * 0x1p64L);
    int field = e.sign_exponent & 0x7fff;
    *exponent = 0;
    if (field == 0 || field == 0x7fff)
        return x;
    *exponent = field - 16382 - (is_small ? 64 : 0);
    e.sign_exponent = (uint16_t)((e.sign_exponent & 0x8000) | 16382);
    return long_double_of(e);
}

#define INTEGER_PART(T, S)                                            \
    T modf##S(T x, T *whole) {                                        \
        *whole = __builtin_trunc##S(x);                               \
        T rest = __builtin_isinf_sign(x) != 0 ? 0 : x - *whole;       \
        return __builtin_copysign##S(rest, x);                        \
    }

INTEGER_PART(double, )
INTEGER_PART(float, f)
INTEGER_PART(long double, l)

// The exponent of the leading bit; FP_ILOGB0 for zero, FP_ILOGBNAN for NaN.
static int leading_exponent(int class, int exponent) {
    int result = choose(class == FP_ZERO, INT_MIN, exponent - 1);
    result = choose(class == FP_INFINITE, INT_MAX, result);
    return choose(class == FP_NAN, INT_MIN, result);
}

#define EXPONENT(T, S)                                                         \
    int ilogb##S(T x) {                                                        \
        int exponent;                                                          \
        frexp##S(x, &exponent);                                                \
        return leading_exponent(__fpclassify##S(x), exponent);                 \
    }                                                                          \
    T logb##S(T x) {                                                           \
        int exponent;                                                          \
        frexp##S(x, &exponent);                                                \
        int class = __fpclassify##S(x);                                        \
        if (class == FP_ZERO)                                                  \
            return -1 / __builtin_fabs##S(x);                                  \
        return class <= FP_INFINITE ? x * x : (T)(exponent - 1);               \
    }

EXPONENT(double, )
EXPONENT(float, f)
EXPONENT(long double, l)

// The neighbour of x in the direction of y: floats are ordered like their bits.
static double neighbour(double x, double y) {
    if (x != x || y != y)
        return x + y;
    if (x == y)
        return y;
    if (x == 0)
        return __builtin_copysign(0x1p-1074, y);
    return double_of(bits_of(x) + ((x < y) == (x > 0) ? 1 : -1ull));
}

static float neighbourf(float x, float y) {
    if (x != x || y != y)
        return x + y;
    if (x == y)
        return y;
    if (x == 0)
        return __builtin_copysignf(0x1p-149f, y);
    return float_of(float_bits_of(x) + ((x < y) == (x > 0) ? 1 : -1u));
}

// The same of a long double, whose leading bit is explicit: where it falls off the mantissa, or comes
// back to it, the exponent changes.
static long double neighbourl(long double x, long double y) {
    if (x != x || y != y)
        return x + y;
    if (x == y)
        return y;
    union {
        long double value;
        struct {
            uint64_t mantissa;
            uint16_t exponent;
        } parts;
    } u = {x == 0 ? __builtin_copysignl(0, y) : x};
    _Bool is_smaller = (x < y) != (x > 0) && x != 0;
    uint64_t leading = 1ull << 63;
    _Bool is_normal = (u.parts.exponent & 0x7fff) != 0;
    u.parts.mantissa += is_smaller ? -1ull : 1;
    if (is_smaller && is_normal && u.parts.mantissa < leading) {
        u.parts.exponent--;
        if ((u.parts.exponent & 0x7fff) != 0)
            u.parts.mantissa |= leading;
    } else if (!is_smaller && (u.parts.mantissa == 0 || (!is_normal && u.parts.mantissa == leading))) {
        u.parts.exponent++;
        u.parts.mantissa = leading;
    }
    return u.value;
}

#define NEIGHBOURS(T, S, least)                                                    \
    T nextup##S(T x) {                                                             \
        return neighbour##S(x, __builtin_huge_val##S());                           \
    }                                                                              \
    T nextdown##S(T x) {                                                           \
        return neighbour##S(x, -__builtin_huge_val##S());                          \
    }                                                                              \
    static T checked##S(T x, T result) {                                           \
        T before = __builtin_fabs##S(x), after = __builtin_fabs##S(result);        \
        _Bool is_new = (before < __builtin_huge_val##S()) & (before != 0) & (after != before); \
        _Bool is_lost = (after < least) | (after == __builtin_huge_val##S());      \
        __assay_note_error(is_new & is_lost, ERANGE);                              \
        return result;                                                             \
    }                                                                              \
    T nextafter##S(T x, T y) {                                                     \
        return checked##S(x, neighbour##S(x, y));                                  \
    }                                                                              \
    T nexttoward##S(T x, long double y) {                                          \
        if (x != x || y != y)                                                      \
            return x + (T)y;                                                       \
        if ((long double)x == y)                                                   \
            return (T)y;                                                           \
        return checked##S(x, x < y ? nextup##S(x) : nextdown##S(x));               \
    }

NEIGHBOURS(double, , 0x1p-1022)
NEIGHBOURS(float, f, 0x1p-126f)
NEIGHBOURS(long double, l, 0x1p-16382L)

double nan(const char *tag) {
    (void)tag;
    return __builtin_nan("");
}

float nanf(const char *tag) {
    (void)tag;
    return __builtin_nanf("");
}

long double nanl(const char *tag) {
    (void)tag;
    return __builtin_nanl("");
}
