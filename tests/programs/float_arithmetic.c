//! what: IEEE single and double arithmetic, rounding, subnormals
//! run: exit 30
//! out: 16777216.0 0.30000000000000004 0
//! out: 99.999046
//! out: 0 1
//! out: 1.414213562373095
//! out: 0.333333343 1
//! out: 2.718281828459046 0x1.5bf0a8b14576ap+1

#include <stdio.h>

int main(void) {
    float f = 16777216.0f;
    f += 1.0f;
    double d = 0.1 + 0.2;
    printf("%.1f %.17g %d\n", f, d, d == 0.3);
    float sum = 0;
    for (int i = 0; i < 1000; i++)
        sum += 0.1f;
    printf("%.6f\n", sum);
    double tiny = 1e-308;
    for (int i = 0; i < 20; i++)
        tiny /= 7;
    printf("%g %d\n", tiny, tiny == 0);
    double x = 1;
    for (int i = 0; i < 10; i++)
        x = (x + 2 / x) / 2;
    printf("%.15f\n", x);
    printf("%.9g %.9g\n", 1.0f / 3.0f, (float)(1.0 / 3.0) * 3);
    double e = 1, term = 1;
    for (int i = 1; i < 25; i++)
        e += term /= i;
    printf("%.15f %a\n", e, e);
    return (int)(d * 100);
}
