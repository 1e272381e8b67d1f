//! what: proofs: conditions that cannot change their decision alone
//! cover: mcdc 4/7

int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    int result = 0;
    if (x > 5
        || x > 10) // infeasible: true, c2
        result++;
    if (x > 5
        && y > 0)
        result++;
    if (x > 20
        && (x > 15 // infeasible: false, c2
            || y == 3)) // infeasible: true, false, c3
        result++;
    return result;
}
