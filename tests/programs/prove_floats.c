//! what: proofs: floats, of which nothing is known, and integers beside them

double __VERIFIER_nondet_double(void);
int __VERIFIER_nondet_int(void);

int main(void) {
    double x = __VERIFIER_nondet_double();
    int n = __VERIFIER_nondet_int(), kind = 0;
    if (x < 1.0)
        kind = 1;
    else if (x >= 1.0)
        kind = 2;
    if (kind == 0)
        return 1;
    if (kind > 2) // infeasible: true
        return 2;
    if (x * 2 == x
        && x == 0)
        return 3;
    if (n == 7
        && (double)n != 7.0) // infeasible, unproved: true
        return 4;
    if (x != x) // infeasible, unproved: true
        return 5;
    return 0;
}
