//! what: exact functions of math.h
//! run: exit 42
//! out: 2 3 2 3 2 3
//! out: -3 -2 -2 -3 -2 -3
//! out: 0 1 0 1 0 1
//! out: -1 -0 -0 -1 -0 -1
//! out: 1e+15 1e+15 1e+15 1e+15 1e+15 1000000000000001
//! out: 3 3 3 3 3 3
//! out: -0.761719 6 -97.5
//! out: -0.75 -3
//! out: 1.5 -1.5 -1.5
//! out: 1.4142135623731 0.5 7.5
//! out: 2 10 48
//! out: -2 4 2.22045e-16

#include <math.h>
#include <stdio.h>

int main(void) {
    double v[] = {2.5, -2.5, 0.5, -0.5, 1e15 + 0.5, 3};
    for (int i = 0; i < 6; i++)
        printf("%g %g %g %g %g %ld\n", floor(v[i]), ceil(v[i]), trunc(v[i]), round(v[i]), rint(v[i]), lround(v[i]));
    int e;
    double whole;
    double m = frexp(-48.75, &e);
    printf("%g %d %g\n", m, e, ldexp(m, e + 1));
    m = modf(-3.75, &whole);
    printf("%g %g\n", m, whole);
    printf("%g %g %g\n", fmod(10.5, 3), fmod(-10.5, 3), remainder(10.5, 3));
    printf("%.15g %g %g\n", sqrt(2), sqrt(0.25), fabs(-7.5));
    printf("%g %g %g\n", fdim(5, 3), fma(2, 3, 4), scalbn(3, 4));
    printf("%g %Lg %g\n", floorf(-1.5f), sqrtl(16.0L), nextafter(1, 2) - 1);
    return (int)sqrt(1764);
}
