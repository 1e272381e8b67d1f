//! what: proofs: what is left of a loop that breaks and continues

int __VERIFIER_nondet_int(void);

int main(void) {
    int odd = 0, even = 0, found = 0;
    for (int i = 0; i < 6; i++) {
        if (i % 2) {
            odd++;
            continue;
        }
        even++;
        if (odd > even) // infeasible: true
            return 1;
        if (__VERIFIER_nondet_int() == i) {
            found = 1;
            break;
        }
    }
    if (found) {
        if (odd == even) // infeasible: true
            return 2;
        if (even == 0) // infeasible: true
            return 3;
        if (even == 3)
            return 4;
    } else {
        if (odd != even) // infeasible: true
            return 5;
    }
    return 0;
}
