//! what: proofs: a recursive function, with a guard before each call and a global that it changes

int __VERIFIER_nondet_int(void);

static int deepest, untouched;

static void descend(int depth) {
    if (depth < 0) // infeasible, unproved: true
        return;
    if (depth > deepest)
        deepest = depth;
    int left = 5;
    if (depth > 0) {
        descend(depth - 1);
        if (left != 5) // infeasible: true
            deepest = -1;
    }
}

int main(void) {
    int start = __VERIFIER_nondet_int();
    if (start < 0)
        return 1;
    if (start > 3)
        return 2;
    deepest = 0;
    descend(start);
    // The call looks as if it did not matter here.
    if (deepest == 3)
        return 3;
    if (untouched != 0) // infeasible, unproved: true
        return 4;
    return 0;
}
