//! what: conversions between floats and integers
//! cover: branch 6/6

int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    float f = (float)x;
    if ((double)f != (double)x)
        return 1;
    if (x > 0 && (int)(x * 0.5) == 21)
        return 2;
    return 0;
}
