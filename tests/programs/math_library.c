//! what: functions of math.h that no float theory defines, and their errors
//! run: exit 0
//! out: sine 0.89120736 0.45359612 1.9647597
//! out: arc 0.52359878 1.0471976 0.46364761 -2.3561945
//! out: hyperbolic 1.1752012 1.5430806 0.76159416 0.88137359 1.3169579 0.54930614
//! out: exponential 1.6487213 1.4142136 3.1622777 1e-10
//! out: logarithm 0.69314718 1 0.30103 1e-10
//! out: roots 3 5 2.8284271
//! out: error 0.84270079 0.15729921
//! out: gamma 24 3.1780538 1, 1.2655121 -1
//! out: bessel 0.76519769 0.44005059 0.11490348 0.088256964 -0.78121282 -1.6506826
//! out: float 0.891207 1.64872 0.464
//! out: long double 0.89120736 1.64872127
//! out: domain 33 33 33 33
//! out: range 34 34 34 34 34
//! out: none 0 0 0
//! out: scale 0x1p+3 -0x1.8p-3 inf 34 0x0p+0 34 0x0.0000000000001p-1022 0xcp+17
//! out: quotient -1 -7, 0.5 3, -0 4
//! out: next 0x1.0000000000001p+0 0x1.fffffffffffffp-1 0x1.000002p+0 0x1.0000000000001p+0 34

#define _GNU_SOURCE
#include <errno.h>
#include <math.h>
#include <stdio.h>

#define ERROR_OF(call) (errno = 0, (void)(call), errno)

static void show_values(void) {
    double sine, cosine;
    sincos(1.1, &sine, &cosine);
    printf("sine %.8g %.8g %.8g\n", sine, cosine, tan(1.1));
    printf("arc %.8g %.8g %.8g %.8g\n", asin(0.5), acos(0.5), atan(0.5), atan2(-1, -1));
    printf("hyperbolic %.8g %.8g %.8g %.8g %.8g %.8g\n", sinh(1), cosh(1), tanh(1), asinh(1), acosh(2),
           atanh(0.5));
    printf("exponential %.8g %.8g %.8g %.8g\n", exp(0.5), exp2(0.5), exp10(0.5), expm1(1e-10));
    printf("logarithm %.8g %.8g %.8g %.8g\n", log(2), log2(2), log10(2), log1p(1e-10));
    printf("roots %.8g %.8g %.8g\n", cbrt(27), hypot(3, 4), pow(2, 1.5));
    printf("error %.8g %.8g\n", erf(1), erfc(1));
    int sign;
    double above = lgamma(5), below = lgamma_r(-0.5, &sign);
    printf("gamma %.8g %.8g %d, %.8g %d\n", tgamma(5), above, signgam, below, sign);
    printf("bessel %.8g %.8g %.8g %.8g %.8g %.8g\n", j0(1), j1(1), jn(2, 1), y0(1), y1(1), yn(2, 1));
    printf("float %.6g %.6g %.3g\n", sinf(1.1f), expf(0.5f), atanf(0.5f));
    printf("long double %.8Lg %.9Lg\n", sinl(1.1L), expl(0.5L));
}

static void show_errors(void) {
    printf("domain %d %d %d %d\n", ERROR_OF(asin(2)), ERROR_OF(log(-1)), ERROR_OF(pow(-1, 0.5)),
           ERROR_OF(acoshf(0)));
    printf("range %d %d %d %d %d\n", ERROR_OF(exp(1000)), ERROR_OF(exp(-1000)), ERROR_OF(log(0)),
           ERROR_OF(pow(0, -1)), ERROR_OF(tgammaf(100)));
    printf("none %d %d %d\n", ERROR_OF(log(1)), ERROR_OF(exp(-INFINITY)), ERROR_OF(sin(NAN)));
}

static void show_exact(void) {
    errno = 0;
    double large = ldexp(1, 1024);
    int too_large = errno;
    double small = ldexp(0.75, -1080);
    printf("scale %a %a %g %d %a %d %a %La\n", ldexp(1, 3), ldexp(-3, -4), large, too_large, small, errno,
           ldexp(0x1p1000, -2074), ldexpl(1.5L, 20));
    int one, two, three;
    double first = remquo(-29, 4, &one), second = remquo(9.5, 3, &two);
    double third = remquo(-36, -3, &three);
    printf("quotient %g %d, %g %d, %g %d\n", first, one, second, two, third, three);
    errno = 0;
    double up = nextafter(1, 2), down = nextdown(1);
    float toward = nexttowardf(1, 2);
    double step = nexttoward(1, 1.5L);
    nextafter(0x1p-1074, 0);
    printf("next %a %a %a %a %d\n", up, down, toward, step, errno);
}

int main(void) {
    show_values();
    show_errors();
    show_exact();
    return 0;
}
