//! what: proofs: two pointers that may or may not mean the same variable

int __VERIFIER_nondet_int(void);

static int apart(int *first, int *second) {
    *first = 1;
    *second = 2;
    if (*first == 2)
        return 1;
    if (*second != 2) // infeasible, unproved: true
        return 2;
    return 0;
}

static int far(int *first, int *second) {
    *first = 1;
    *second = 2;
    if (*first == 2) // infeasible: true
        return 1;
    return 0;
}

int main(void) {
    int a, b, alone = 7;
    int *chosen = &a;
    if (__VERIFIER_nondet_int())
        chosen = &b;
    int sum = apart(&b, chosen);
    sum += far(&a, &b);
    *chosen = 9;
    if (alone != 7) // infeasible: true
        return 1;
    if (a == 9)
        return 2;
    if (b == 9) // infeasible: false
        return sum;
    return 3;
}
