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
        T size = __builtin_fmax##S(__builtin_fabs##S(c), __builtin_fabs##S(d));     \
        int scale = 0;                                                              \
        if (__builtin_isfinite(size) && size != 0) {                                \
            scale = exponent_of((double)size, __builtin_isfinite((double)size));    \
            c = scalbn##S(c, -scale), d = scalbn##S(d, -scale);                     \
        }                                                                           \
        T bottom = c * c + d * d;                                                   \
        T x = scalbn##S((a * c + b * d) / bottom, -scale);                          \
        T y = scalbn##S((b * c - a * d) / bottom, -scale);                          \
        if (!is_nan##S(x) || !is_nan##S(y))                                         \
            return pair##S(x, y);                                                   \
        T infinity = (T)__builtin_inf();                                            \
        if (bottom == 0 && (!is_nan##S(a) || !is_nan##S(b))) {                      \
            T sign = __builtin_copysign##S(infinity, c);                            \
            return pair##S(sign * a, sign * b);                                     \
        }                                                                           \
        if ((is_infinite##S(a) || is_infinite##S(b)) && __builtin_isfinite(c) &&    \
            __builtin_isfinite(d)) {                                                \
            a = boxed##S(a), b = boxed##S(b);                                       \
            return pair##S(infinity * (a * c + b * d), infinity * (b * c - a * d)); \
        }                                                                           \
        if (is_infinite##S(size) && __builtin_isfinite(a) && __builtin_isfinite(b)) { \
            c = boxed##S(c), d = boxed##S(d);                                       \
            return pair##S(0 * (a * c + b * d), 0 * (b * c - a * d));               \
        }                                                                           \
        return pair##S(x, y);                                                       \
    }

double scalbn(double x, int n);
float scalbnf(float x, int n);
long double scalbnl(long double x, int n);
int ilogb(double x);

// The exponent to scale a divisor by; a long double beyond double's range is left as it is.
static int exponent_of(double size, _Bool fits) {
    return fits && size != 0 ? ilogb(size) : 0;
}

COMPLEX(double, , d)
COMPLEX(float, f, s)
COMPLEX(long double, l, x)
