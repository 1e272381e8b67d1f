// Complex numbers: the parts of complex.h that are exact, and the functions behind the
// operators * and / of the compiler.
//
// Products and quotients are computed as in Annex G of the C standard: the plain formula first,
// and where it gives NaN for both parts although an operand is infinite, again with the
// infinities boxed to ±1.

#include "assay.h"

#define COMPLEX(T, S, LETTER)                                                       \
    static inline T _Complex pair##S(T a, T b) {                                    \
        T _Complex z;                                                               \
        __real__ z = a;                                                             \
        __imag__ z = b;                                                             \
        return z;                                                                   \
    }                                                                               \
    static inline _Bool is_nan##S(T x) {                                            \
        return x != x;                                                              \
    }                                                                               \
    static inline _Bool is_infinite##S(T x) {                                       \
        return __builtin_isinf_sign(x) != 0;                                        \
    }                                                                               \
    /* 1 for an infinity, else 0, with the sign of x. */                            \
    static inline T boxed##S(T x) {                                                 \
        return __builtin_copysign##S(is_infinite##S(x) ? 1 : 0, x);                 \
    }                                                                               \
    static inline T unless_nan##S(T x) {                                            \
        return is_nan##S(x) ? __builtin_copysign##S(0, x) : x;                      \
    }                                                                               \
    T creal##S(T _Complex z) {                                                      \
        return __real__ z;                                                          \
    }                                                                               \
    T cimag##S(T _Complex z) {                                                      \
        return __imag__ z;                                                          \
    }                                                                               \
    T _Complex conj##S(T _Complex z) {                                              \
        return pair##S(__real__ z, -__imag__ z);                                    \
    }                                                                               \
    T _Complex __mul##LETTER##c3(T a, T b, T c, T d) {                              \
        T ac = a * c, bd = b * d, ad = a * d, bc = b * c;                           \
        T x = ac - bd, y = ad + bc;                                                 \
        if (!is_nan##S(x) || !is_nan##S(y))                                         \
            return pair##S(x, y);                                                   \
        _Bool again = 0;                                                            \
        if (is_infinite##S(a) || is_infinite##S(b)) {                               \
            a = boxed##S(a), b = boxed##S(b);                                       \
            c = unless_nan##S(c), d = unless_nan##S(d);                             \
            again = 1;                                                              \
        }                                                                           \
        if (is_infinite##S(c) || is_infinite##S(d)) {                               \
            c = boxed##S(c), d = boxed##S(d);                                       \
            a = unless_nan##S(a), b = unless_nan##S(b);                             \
            again = 1;                                                              \
        }                                                                           \
        if (!again && (is_infinite##S(ac) || is_infinite##S(bd) ||                  \
                       is_infinite##S(ad) || is_infinite##S(bc))) {                 \
            a = unless_nan##S(a), b = unless_nan##S(b);                             \
            c = unless_nan##S(c), d = unless_nan##S(d);                             \
            again = 1;                                                              \
        }                                                                           \
        if (!again)                                                                 \
            return pair##S(x, y);                                                   \
        T infinity = (T)__builtin_inf();                                            \
        return pair##S(infinity * (a * c - b * d), infinity * (a * d + b * c));     \
    }                                                                               \
    T _Complex __div##LETTER##c3(T a, T b, T c, T d) {                              \
        fit##S(&a, &b, &c, &d);                                                     \
        T _Complex plain = quotient##S(a, b, c, d);                                 \
        T x = __real__ plain, y = __imag__ plain;                                   \
        if (!is_nan##S(x) || !is_nan##S(y))                                         \
            return pair##S(x, y);                                                   \
        T infinity = (T)__builtin_inf();                                            \
        if (c == 0 && d == 0 && (!is_nan##S(a) || !is_nan##S(b))) {                 \
            T sign = __builtin_copysign##S(infinity, c);                            \
            return pair##S(sign * a, sign * b);                                     \
        }                                                                           \
        if ((is_infinite##S(a) || is_infinite##S(b)) && __builtin_isfinite(c) &&    \
            __builtin_isfinite(d)) {                                                \
            a = boxed##S(a), b = boxed##S(b);                                       \
            return pair##S(infinity * (a * c + b * d), infinity * (b * c - a * d)); \
        }                                                                           \
        if ((is_infinite##S(c) || is_infinite##S(d)) && __builtin_isfinite(a) &&    \
            __builtin_isfinite(b)) {                                                \
            c = boxed##S(c), d = boxed##S(d);                                       \
            return pair##S(0 * (a * c + b * d), 0 * (b * c - a * d));               \
        }                                                                           \
        return pair##S(x, y);                                                       \
    }

// The plain quotient of two numbers. A float's is computed with doubles, which hold all that comes up.
//
// The others have Smith's method with the repairs of Baudin and Smith ("A Robust Complex Division in Scilab",
// 2012) in the order of operations that libgcc has, so that every bit is that of the native run: both numbers
// are made smaller where the divisor is at the end of the range, larger where something is so small that
// its last bits would be lost; and the ratio of the parts of the divisor is left out of products where it
// has lost bits itself.
static inline void fitf(float *a, float *b, float *c, float *d) {
    (void)a, (void)b, (void)c, (void)d;
}

static inline float _Complex quotientf(float a, float b, float c, float d) {
    double bottom = (double)c * c + (double)d * d;
    float _Complex z;
    __real__ z = (float)(((double)a * c + (double)b * d) / bottom);
    __imag__ z = (float)(((double)b * c - (double)a * d) / bottom);
    return z;
}

#define QUOTIENT(T, S, LARGEST, SMALLEST, EPSILON)                                  \
    static inline T larger##S(T c, T d) {                                           \
        T one = __builtin_fabs##S(c), other = __builtin_fabs##S(d);                 \
        return one < other ? other : one;                                           \
    }                                                                               \
    static inline void fit##S(T *a, T *b, T *c, T *d) {                             \
        T half = LARGEST / 2, far = half * EPSILON;                                 \
        if (larger##S(*c, *d) >= half)                                              \
            *a /= 2, *b /= 2, *c /= 2, *d /= 2;                                     \
        T size = larger##S(*c, *d);                                                 \
        T real = __builtin_fabs##S(*a), imaginary = __builtin_fabs##S(*b);          \
        _Bool is_small = real < SMALLEST || imaginary < SMALLEST;                   \
        if (size < EPSILON ||                                                       \
            (is_small && size < far && real < far && imaginary < far)) {            \
            T scale = 1 / EPSILON;                                                  \
            *a *= scale, *b *= scale, *c *= scale, *d *= scale;                     \
        }                                                                           \
    }                                                                               \
    static inline T _Complex quotient##S(T a, T b, T c, T d) {                      \
        /* Turned by a quarter, c is the larger part of the divisor. */             \
        if (__builtin_fabs##S(c) < __builtin_fabs##S(d)) {                          \
            T real = a, divisor = c;                                                \
            a = b, b = -real;                                                       \
            c = d, d = -divisor;                                                    \
        }                                                                           \
        T ratio = d / c, bottom = d * ratio + c;                                    \
        _Bool is_exact = __builtin_fabs##S(ratio) > SMALLEST;                       \
        T _Complex z;                                                               \
        __real__ z = (a + (is_exact ? b * ratio : d * (b / c))) / bottom;           \
        __imag__ z = (b - (is_exact ? a * ratio : d * (a / c))) / bottom;           \
        return z;                                                                   \
    }

QUOTIENT(double, , __DBL_MAX__, __DBL_MIN__, __DBL_EPSILON__)
QUOTIENT(long double, l, __LDBL_MAX__, __LDBL_MIN__, __LDBL_EPSILON__)

COMPLEX(double, , d)
COMPLEX(float, f, s)
COMPLEX(long double, l, x)
