//! what: proofs: loops whose body runs at least once

int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    int runs = 0, last = -1;
    do {
        last = runs;
        runs++;
        if (runs > 4)
            break;
    } while (runs < n);
    if (runs == 0) // infeasible: true
        return 1;
    if (last == -1) // infeasible: true
        return 2;
    if (last + 1 != runs) // infeasible: true
        return 3;
    if (runs > n)
        return 4;
    if (runs == 5)
        return 5;
    if (runs > 5) // infeasible: true
        return 6;
    return 0;
}
