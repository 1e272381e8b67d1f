//! what: a switch with nothing but a default: its one outcome is that it is come to
//! cover: branch 8/8

int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int(), n = 0, v = 0;
    do {
        switch (a & 7) {
        default:
            v += a & 7;
            break;
        }
        if (v == 3)
            switch (v) {
            default:
                n++;
            }
    } while (++n < 3);
    if (n == 4)
        return 1;
    return 0;
}
