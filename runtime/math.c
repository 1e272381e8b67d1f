// Arithmetic of math.h that is exact: rounding, remainders, roots, extremes.
//
// Each function is the LLVM operation of the same meaning, for which the machine has a float
// term, so none of them splits a path. `errno` after a domain error is a term as well.

#include "assay.h"

static inline void note_domain_error(_Bool happened) {
    __assay_note_error(happened, EDOM);
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

// The same with the last bits of the quotient: as glibc has it, up to 8. Where a multiple of y
// overflows, x is below it.
#define QUOTIENT(T, S)                                                             \
    static inline T take_off##S(T rest, T size, int times, unsigned *quotient) {   \
        T multiple = size * (T)times;                                              \
        if (!(rest >= multiple))                                                   \
            return rest;                                                           \
        *quotient += (unsigned)times;                                              \
        return rest - multiple;                                                    \
    }                                                                              \
    T remquo##S(T x, T y, int *to) {                                               \
        T size = __builtin_fabs##S(y), rest = __builtin_fabs##S(x);                \
        unsigned quotient = 0;                                                     \
        if (y != 0 && __builtin_isinf_sign(x) == 0) {                              \
            if (__builtin_isinf_sign(size * 8) == 0)                               \
                rest = truncated_remainder##S(rest, size * 8);                     \
            rest = take_off##S(rest, size, 4, &quotient);                          \
            rest = take_off##S(rest, size, 2, &quotient);                          \
            if (reaches_half##S(rest, size, 0))                                    \
                quotient += 1 + reaches_half##S(rest - size, size, 1);             \
        }                                                                          \
        _Bool is_opposite = (__builtin_copysign##S(1, x) < 0) != (__builtin_copysign##S(1, y) < 0); \
        *to = is_opposite ? -(int)quotient : (int)quotient;                        \
        return remainder##S(x, y);                                                 \
    }                                                                              \
    T drem##S(T x, T y) {                                                          \
        return remainder##S(x, y);                                                 \
    }

QUOTIENT(double, )
QUOTIENT(float, f)
QUOTIENT(long double, l)
