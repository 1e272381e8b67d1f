//! what: NaN, infinities, signed zero and their comparisons
//! run: exit 1
//! out: 0 1 0 1
//! out: inf -inf -0.000000
//! out: 1 1
//! out: 1 1 1
//! out: 1 1 1
//! out: 0 1
//! out: 2 1 -3
//! out: NaN is true

#include <math.h>
#include <stdio.h>

int main(void) {
    volatile double zero = 0;
    double inf = 1 / zero, nan = zero / zero, minus = -zero;
    printf("%d %d %d %d\n", nan == nan, nan != nan, nan < 1, !(nan >= 1));
    printf("%f %f %f\n", inf, -inf, minus);
    printf("%d %d\n", minus == zero, 1 / minus < 0);
    printf("%d %d %d\n", isnan(inf - inf) != 0, isinf(-inf) != 0, isfinite(1.0) != 0);
    printf("%d %d %d\n", fpclassify(1e-310) == FP_SUBNORMAL, fpclassify(minus) == FP_ZERO, signbit(minus) != 0);
    printf("%d %d\n", isless(1.0, nan), isunordered(nan, 1.0));
    printf("%g %g %g\n", fmin(nan, 2), fmax(1, nan), copysign(3, minus));
    if (nan)
        puts("NaN is true");
    return inf > 1e308;
}
