//! what: a sum that can leave the range of int
//! cover: branch 2/2
//! finding: signed-overflow 11

int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 0)
        return 0;
    int y = x + 1;
    return y > 0;
}
