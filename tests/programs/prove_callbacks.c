//! what: proofs: a callback changes a global behind the back of its caller

int __VERIFIER_nondet_int(void);

static int noise, quiet;

static void loud(int times) {
    if (times > 3) // infeasible: true
        times = 3;
    noise += times;
}

static void silent(int times) {
    if (times < 0) // infeasible: true
        quiet = 1;
}

static void each(int count, void (*visit)(int)) {
    for (int i = 0; i < count; i++)
        visit(i);
}

int main(void) {
    int count = __VERIFIER_nondet_int();
    if (count < 0)
        return 1;
    if (count > 4)
        return 2;
    noise = 0;
    each(count, silent);
    if (noise != 0) // infeasible, unproved: true
        return 3;
    each(count, loud);
    if (noise == 6)
        return 4;
    if (noise < 0) // infeasible: true
        return 5;
    if (quiet) // infeasible: true
        return 6;
    return 0;
}
