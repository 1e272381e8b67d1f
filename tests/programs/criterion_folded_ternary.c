//! what: what a folded condition leaves out is no statement, whatever its count
//! cover: statement 9/9

int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int(), v = 0;
    if (((3 <= 4) ?: a) < 2)
        v = 1;
    if (0)
        v = 2;
    else
        v ^= a;
    if (v > 7)
        return 1;
    return 0;
}
