//! what: conditions over doubles and floats
//! cover: branch 8/8

double __VERIFIER_nondet_double(void);
float __VERIFIER_nondet_float(void);

int main(void) {
    double d = __VERIFIER_nondet_double();
    float f = __VERIFIER_nondet_float();
    if (d > 1.5 && d * 2 == 7)
        return 1;
    if (f < -1e10f)
        return 2;
    if ((double)f == 0.25)
        return 3;
    return 0;
}
