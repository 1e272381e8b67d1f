//! what: NaN and infinity are inputs too
//! cover: branch 8/8

double __VERIFIER_nondet_double(void);

int main(void) {
    double d = __VERIFIER_nondet_double();
    if (d != d)
        return 1;
    if (d - d != 0)
        return 2;
    if (d == 0 && 1 / d < 0)
        return 3;
    return 0;
}
