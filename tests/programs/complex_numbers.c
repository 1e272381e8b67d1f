//! what: complex arithmetic
//! run: exit 7
//! out: -3.75 0.125
//! out: 2.5 -2
//! out: -4 3
//! out: 4 -2
//! out: 1 0

#include <complex.h>
#include <stdio.h>

static double complex square(double complex z) { return z * z; }
static float complex turn(float complex z) { return z * I; }

int main(void) {
    double complex a = 1.5 + 2 * I, b = -3 + 0.25 * I;
    double complex c = a * b + square(a) - b;
    printf("%g %g\n", creal(c), cimag(c));
    printf("%g %g\n", __real__(a + 1), __imag__ ~a);
    float complex f = turn(3.0f + 4.0f * I);
    printf("%g %g\n", __real__ f, __imag__ f);
    double complex q = (6 + 2 * I) / (1 + 1 * I);
    printf("%g %g\n", __real__ q, __imag__ q);
    printf("%d %d\n", a == a, a == b);
    double complex v[2] = {a, b};
    v[1] += 10;
    return (int)__real__ v[1];
}
