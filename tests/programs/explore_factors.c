//! what: a product to be split into factors
//! cover: branch 6/6

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int x = __VERIFIER_nondet_uchar();
    int y = __VERIFIER_nondet_uchar();
    if (x > 1 && y > 1 && x * y == 391)
        return 1;
    return 0;
}
