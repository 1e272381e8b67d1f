// Functions of math.h that no float theory defines: the host's math library computes them, on values
// that the path is fixed to (`__assay_math`). The result and `errno` are constants then.

#include "assay.h"

int signgam;

enum underflow { KEEPS_ZERO, MAY_UNDERFLOW }; // what a result of zero means

static void note_error(_Bool is_nan, _Bool is_out_of_range) {
    if (is_nan)
        errno = EDOM;
    else if (is_out_of_range)
        errno = ERANGE;
}

// An error shows in the result: no number, or an infinity, of arguments that are finite.
#define LIBRARY(T, S)                                                               \
    static _Bool is_finite##S(T x) {                                                \
        return __builtin_fabs##S(x) < __builtin_huge_val##S();                      \
    }                                                                               \
    static T by_library##S(const char *name, T x, T y, enum underflow underflow) {  \
        T result = __assay_math##S(name, x, y);                                     \
        _Bool were_finite = is_finite##S(x) && is_finite##S(y);                     \
        _Bool is_infinite = __builtin_isinf_sign(result) != 0;                      \
        _Bool is_too_small = underflow == MAY_UNDERFLOW && result == 0;             \
        note_error(result != result && x == x && y == y,                            \
                   were_finite && (is_infinite || is_too_small));                   \
        return result;                                                              \
    }

LIBRARY(double, )
LIBRARY(float, f)
LIBRARY(long double, l)

#define OF_ONE(name, underflow)                            \
    double name(double x) {                                \
        return by_library(#name, x, 0, underflow);         \
    }                                                      \
    float name##f(float x) {                               \
        return by_libraryf(#name, x, 0, underflow);        \
    }                                                      \
    long double name##l(long double x) {                   \
        return by_libraryl(#name, x, 0, underflow);        \
    }

OF_ONE(exp, MAY_UNDERFLOW)
OF_ONE(exp2, MAY_UNDERFLOW)
OF_ONE(exp10, MAY_UNDERFLOW)
OF_ONE(expm1, KEEPS_ZERO)
OF_ONE(log, KEEPS_ZERO)
OF_ONE(log2, KEEPS_ZERO)
OF_ONE(log10, KEEPS_ZERO)
OF_ONE(log1p, KEEPS_ZERO)
OF_ONE(sin, KEEPS_ZERO)
OF_ONE(cos, KEEPS_ZERO)
OF_ONE(tan, KEEPS_ZERO)
OF_ONE(asin, KEEPS_ZERO)
OF_ONE(acos, KEEPS_ZERO)
OF_ONE(atan, KEEPS_ZERO)
OF_ONE(sinh, KEEPS_ZERO)
OF_ONE(cosh, KEEPS_ZERO)
OF_ONE(tanh, KEEPS_ZERO)
OF_ONE(asinh, KEEPS_ZERO)
OF_ONE(acosh, KEEPS_ZERO)
OF_ONE(atanh, KEEPS_ZERO)
OF_ONE(cbrt, KEEPS_ZERO)
OF_ONE(erf, KEEPS_ZERO)
OF_ONE(erfc, MAY_UNDERFLOW)
OF_ONE(tgamma, MAY_UNDERFLOW)
OF_ONE(j0, KEEPS_ZERO)
OF_ONE(j1, KEEPS_ZERO)
OF_ONE(y0, KEEPS_ZERO)
OF_ONE(y1, KEEPS_ZERO)

#define OF_SEVERAL(T, S)                                                       \
    T pow##S(T x, T y) {                                                       \
        return by_library##S("pow", x, y, x == 0 ? KEEPS_ZERO : MAY_UNDERFLOW); \
    }                                                                          \
    T atan2##S(T y, T x) {                                                     \
        return by_library##S("atan2", y, x, y == 0 ? KEEPS_ZERO : MAY_UNDERFLOW); \
    }                                                                          \
    T hypot##S(T x, T y) {                                                     \
        return by_library##S("hypot", x, y, KEEPS_ZERO);                       \
    }                                                                          \
    T jn##S(int n, T x) {                                                      \
        return by_library##S("jn", (T)n, x, KEEPS_ZERO);                       \
    }                                                                          \
    T yn##S(int n, T x) {                                                      \
        return by_library##S("yn", (T)n, x, KEEPS_ZERO);                       \
    }                                                                          \
    void sincos##S(T x, T *sine, T *cosine) {                                  \
        *sine = sin##S(x);                                                     \
        *cosine = cos##S(x);                                                   \
    }

OF_SEVERAL(double, )
OF_SEVERAL(float, f)
OF_SEVERAL(long double, l)

// The logarithm of the gamma function's magnitude, and its sign: below zero that changes at every
// whole number.
#define LOGARITHM_OF_GAMMA(T, S)                                               \
    T lgamma##S##_r(T x, int *sign) {                                          \
        T result = by_library##S("lgamma", x, 0, KEEPS_ZERO);                  \
        T whole = __builtin_floor##S(x), half = whole / 2;                     \
        _Bool is_odd = half != __builtin_floor##S(half);                       \
        _Bool is_below = x < 0 && whole != x && is_odd;                        \
        *sign = is_below || (x == 0 && 1 / x < 0) ? -1 : 1;                    \
        return result;                                                         \
    }                                                                          \
    T lgamma##S(T x) {                                                         \
        return lgamma##S##_r(x, &signgam);                                     \
    }                                                                          \
    T gamma##S(T x) {                                                          \
        return lgamma##S(x);                                                   \
    }

LOGARITHM_OF_GAMMA(double, )
LOGARITHM_OF_GAMMA(float, f)
LOGARITHM_OF_GAMMA(long double, l)
