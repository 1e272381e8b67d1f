//! what: x87 extended precision: arithmetic, conversion, comparison
//! run: exit 33
//! out: 0.3333333333333333333423684
//! out: 1 0
//! out: 18446744073709551615
//! out: 18446744073709551616
//! out: 3.362103e-4932 3.283304e-4935
//! out: 1.189731e+4932
//! out: 4.499205338329425058
//! out: -7

#include <float.h>
#include <stdio.h>

int main(void) {
    long double a = 1.0L / 3;
    double b = 1.0 / 3;
    printf("%.25Lf\n", a);
    printf("%d %d\n", (double)a == b, a == b);
    long double big = 18446744073709551615.0L;
    printf("%llu\n", (unsigned long long)big);
    printf("%.0Lf\n", big + 1);
    long double tiny = LDBL_MIN;
    printf("%Le %Le\n", tiny, tiny / 1024);
    printf("%Le\n", LDBL_MAX);
    long double sum = 0;
    for (int i = 1; i <= 50; i++)
        sum += 1.0L / i;
    printf("%.18Lf\n", sum);
    printf("%d\n", (int)(-7.9L));
    return (int)(a * 100);
}
