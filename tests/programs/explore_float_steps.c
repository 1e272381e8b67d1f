//! what: comparisons of steps from an input to a float and a constant are decided at the input
//! cover: branch 13/14
//! infeasible-left: 1
//! findings: none

int __VERIFIER_nondet_int(void);
long __VERIFIER_nondet_long(void);
double __VERIFIER_nondet_double(void);

int main(void) {
    int celsius = __VERIFIER_nondet_int();
    long big = __VERIFIER_nondet_long();
    double x = __VERIFIER_nondet_double();
    if (celsius < -273 || celsius > 5000)
        return 0;
    double fahrenheit = celsius * 9.0 / 5 + 32;
    if (fahrenheit == 451.4)
        return 1;
    if (fahrenheit > 9032)
        return 2; // never
    if ((double)big / 3 == 3074457345618258432.0)
        return 3;
    if (-((float)x * 0.1f - 7) >= 123456.0f)
        return 4;
    if (0.1 + x * 0.25 == 0.35)
        return 5;
    return 6;
}
