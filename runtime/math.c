// Arithmetic of math.h that is exact: rounding, remainders, roots, extremes.
//
// Each function is the LLVM operation of the same meaning, for which the machine has a float
// term, so none of them splits a path. `errno` after a domain error is a term as well.
// Functions that no float theory defines (sin, exp, …) are LLVM's too; the machine decides what
// it does with a symbolic argument.

#include "assay.h"

enum { EDOM = 33 };

static inline void note_domain_error(_Bool happened) {
    if (!__assay_never(happened))
        errno = (int)__assay_select(happened, EDOM, (uint64_t)errno);
}

// In a function that starts with this, clang takes a builtin as the operation itself instead of
// a call that may set errno.
#define WITHOUT_ERRNO _Pragma("float_control(precise, off)")

#define ROUNDING(T, S)              \
    T floor##S(T x) {               \
        return __builtin_floor##S(x); \
    }                               \
    T ceil##S(T x) {                \
        return __builtin_ceil##S(x);  \
    }                               \
    T trunc##S(T x) {               \
        return __builtin_trunc##S(x); \
    }                               \
    T round##S(T x) {               \
        return __builtin_round##S(x); \
    }                               \
    T roundeven##S(T x) {           \
        return __builtin_roundeven##S(x); \
    }                               \
    T rint##S(T x) {                \
        return __builtin_rint##S(x);  \
    }                               \
    T nearbyint##S(T x) {           \
        return __builtin_nearbyint##S(x); \
    }                               \
    long lround##S(T x) {           \
        return (long)__builtin_round##S(x); \
    }                               \
    long long llround##S(T x) {     \
        return (long long)__builtin_round##S(x); \
    }                               \
    long lrint##S(T x) {            \
        return (long)__builtin_rint##S(x); \
    }                               \
    long long llrint##S(T x) {      \
        return (long long)__builtin_rint##S(x); \
    }

ROUNDING(double, )
ROUNDING(float, f)
ROUNDING(long double, l)

#define SIGNS_AND_EXTREMES(T, S)         \
    T fabs##S(T x) {                     \
        return __builtin_fabs##S(x);     \
    }                                    \
    T copysign##S(T x, T y) {            \
        return __builtin_copysign##S(x, y); \
    }                                    \
    T fmin##S(T x, T y) {                \
        return __builtin_fmin##S(x, y);  \
    }                                    \
    T fmax##S(T x, T y) {                \
        return __builtin_fmax##S(x, y);  \
    }                                    \
    T fdim##S(T x, T y) {                \
        return x <= y ? 0 : x - y;       \
    }                                    \
    T fma##S(T x, T y, T z) {            \
        return __builtin_elementwise_fma(x, y, z); \
    }

SIGNS_AND_EXTREMES(double, )
SIGNS_AND_EXTREMES(float, f)
SIGNS_AND_EXTREMES(long double, l)

#define REMAINDER_AND_ROOT(T, S)                                       \
    static inline T truncated_remainder##S(T x, T y) {                 \
        WITHOUT_ERRNO                                                  \
        return __builtin_fmod##S(x, y);                                \
    }                                                                  \
    T fmod##S(T x, T y) {                                              \
        note_domain_error((y == 0) | (__builtin_isinf_sign(x) != 0));  \
        return truncated_remainder##S(x, y);                           \
    }                                                                  \
    T sqrt##S(T x) {                                                   \
        note_domain_error(x < 0);                                      \
        return __builtin_elementwise_sqrt(x);                          \
    }                                                                  \
    T ldexp##S(T x, int n) {                                           \
        WITHOUT_ERRNO                                                  \
        return __builtin_ldexp##S(x, n);                               \
    }                                                                  \
    T scalbn##S(T x, int n) {                                          \
        return ldexp##S(x, n);                                         \
    }                                                                  \
    T scalbln##S(T x, long n) {                                        \
        return ldexp##S(x, n > 40000 ? 40000 : n < -40000 ? -40000 : (int)n); \
    }

REMAINDER_AND_ROOT(double, )
REMAINDER_AND_ROOT(float, f)
REMAINDER_AND_ROOT(long double, l)

// The remainder of smallest magnitude: x - n·y with n nearest to x/y, ties to even. Modulo 2y
// the quotient's parity is known; where 2y overflows, x is below it already. Doubling the rest
// instead of halving y is exact for subnormals.
#define NEAREST_REMAINDER(T, S)                                               \
    static inline _Bool reaches_half##S(T rest, T size, _Bool or_equal) {     \
        T half = size / 2;                                                    \
        T left = half + half == size ? rest : rest + rest;                    \
        T right = half + half == size ? half : size;                          \
        return (left > right) | (or_equal & (left == right));                 \
    }                                                                         \
    T remainder##S(T x, T y) {                                                \
        note_domain_error((y == 0) | (__builtin_isinf_sign(x) != 0));         \
        T size = __builtin_fabs##S(y);                                        \
        T rest = truncated_remainder##S(__builtin_fabs##S(x), size + size);   \
        if (reaches_half##S(rest, size, 0)) {                                 \
            rest -= size;                                                     \
            if (reaches_half##S(rest, size, 1))                               \
                rest -= size;                                                 \
        }                                                                     \
        return __builtin_copysign##S(1, x) < 0 ? -rest : rest;                \
    }

NEAREST_REMAINDER(double, )
NEAREST_REMAINDER(float, f)
NEAREST_REMAINDER(long double, l)

#define BY_LIBRARY(T, S)                         \
    T exp##S(T x) {                              \
        return __builtin_elementwise_exp(x);     \
    }                                            \
    T exp2##S(T x) {                             \
        return __builtin_elementwise_exp2(x);    \
    }                                            \
    T log##S(T x) {                              \
        note_domain_error(x < 0);                \
        return __builtin_elementwise_log(x);     \
    }                                            \
    T log2##S(T x) {                             \
        note_domain_error(x < 0);                \
        return __builtin_elementwise_log2(x);    \
    }                                            \
    T log10##S(T x) {                            \
        note_domain_error(x < 0);                \
        return __builtin_elementwise_log10(x);   \
    }                                            \
    T sin##S(T x) {                              \
        return __builtin_elementwise_sin(x);     \
    }                                            \
    T cos##S(T x) {                              \
        return __builtin_elementwise_cos(x);     \
    }                                            \
    T pow##S(T x, T y) {                         \
        return __builtin_elementwise_pow(x, y);  \
    }

BY_LIBRARY(double, )
BY_LIBRARY(float, f)
BY_LIBRARY(long double, l)
