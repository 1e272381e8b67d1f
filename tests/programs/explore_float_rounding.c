//! what: a sum that only rounding makes equal
//! cover: branch 6/6

double __VERIFIER_nondet_double(void);

int main(void) {
    double d = __VERIFIER_nondet_double();
    if (d > 1.0 && d < 1e18 && d + 1 == d)
        return 1;
    return 0;
}
