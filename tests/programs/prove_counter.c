//! what: proofs: a counter that no loop bound limits

int __VERIFIER_nondet_int(void);

int main(void) {
    int limit = __VERIFIER_nondet_int();
    int up = 0, down = 0, steps = 0;
    if (limit < 0)
        return 1;
    while (up != limit) {
        up++;
        down--;
        if (up < 0) // infeasible: true
            return 2;
        if (down > 0) // infeasible: true
            return 3;
        if (up + down != 0) // infeasible: true
            return 4;
        if (up == 3)
            steps = 1;
    }
    if (up > limit) // infeasible: true
        return 5;
    if (steps == 1)
        return 6;
    return 0;
}
