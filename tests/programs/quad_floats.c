//! what: 128-bit floats
//! run: exit 9
//! out: 0.33333333333333331 1
//! out: 3.5977396571436819
//! out: 1 359
//! out: 0.33333333333333333334

#include <stdio.h>

int main(void) {
    __float128 a = 1, b = 3;
    __float128 third = a / b;
    __float128 rest = third * 3;
    rest -= 1;
    printf("%.17g %d\n", (double)third, rest == 0);
    __float128 sum = 0;
    for (int i = 1; i <= 20; i++)
        sum += a / i;
    printf("%.17g\n", (double)sum);
    printf("%d %d\n", sum > 3.5, (int)(sum * 100));
    long double l = (long double)third;
    printf("%.20Lg\n", l);
    return (int)(b * b);
}
