//! what: proofs: the second condition is met only where the first says so

int __VERIFIER_nondet_int(void);

static int asked;

static int ask(int x) {
    asked++;
    if (x <= 0) // infeasible: true
        return 2;
    return x > 5;
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    int *pointer = 0;
    if (x > 3)
        pointer = &x;
    if (x > 0
        && ask(x)
        && pointer == 0) // infeasible: true
        return 1;
    if (asked == 0
        && x > 0) // infeasible: true
        return 2;
    if (asked > 1 // infeasible: true
        || (asked == 1
            && x == 6))
        return 3;
    if (pointer
        && *pointer == 2) // infeasible: true
        return 4;
    return 0;
}
