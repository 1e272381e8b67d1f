//! what: complex division near the ends of the range, as the native library does it
//! run: exit 0
//! out: 1 0
//! out: 0x0.8p-1022 0x0p+0
//! out: 0x1.fffffffffffffp+1023 0x1p-1022
//! out: 0x1p+52 0x0p+0
//! out: 0x1.8p+0 0x1.8p+0
//! out: inf inf
//! out: nan 1

#include <complex.h>
#include <float.h>
#include <stdio.h>

static double complex pair(double a, double b) { return __builtin_complex(a, b); }

int main(void) {
    volatile double largest = DBL_MAX, least = 0x1p-1074, tiny = DBL_MIN;
    double complex one = (largest + largest * I) / (largest + largest * I);
    printf("%g %g\n", creal(one), cimag(one));
    double complex small = tiny / (2 + 0 * I);
    printf("%a %a\n", creal(small), cimag(small));
    double complex wide = pair(largest, tiny) / pair(1, 0);
    printf("%a %a\n", creal(wide), cimag(wide));
    double complex ratio = pair(tiny, tiny) / pair(least, least);
    printf("%a %a\n", creal(ratio), cimag(ratio));
    volatile float big = 0x1.8p+127f;
    float complex narrow = __builtin_complex(big, big) / __builtin_complex(0x1p+127f, 0.0f);
    printf("%a %a\n", crealf(narrow), cimagf(narrow));
    double complex infinite = pair(1, 1) / pair(0, 0);
    printf("%g %g\n", creal(infinite), cimag(infinite));
    long double complex far = __builtin_complex(LDBL_MAX, 0.0L) / __builtin_complex(LDBL_MAX, LDBL_MAX);
    printf("%s %d\n", creall(infinite - infinite) == 0 ? "zero" : "nan", creall(far) == 0.5L);
    return 0;
}
