//! what: assumptions cut paths; what they exclude stays uncovered
//! cover: branch 3/4
//! infeasible-left: 1

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

int main(void) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume((x > 10) & (x < 20));
    if (x == 5)
        return 1;
    if (x % 7 == 0)
        return 2;
    return 0;
}
