//! what: proofs: functions behind pointers, chosen by an input

int __VERIFIER_nondet_int(void);

static int total;

static int twice(int x) {
    if (x > 100) // infeasible: true
        total = -1;
    return 2 * x;
}

static int minus(int x) {
    if (x > 50)
        total = 1;
    return -x;
}

static int never(int x) {
    if (x == 3) // infeasible: true, false
        return 0;
    return 1;
}

static int (*const table[2])(int) = { twice, minus };
static int (*spare)(int) = never;

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 1)
        return 1;
    if (x > 100)
        return 2;
    int (*chosen)(int) = __VERIFIER_nondet_int() ? table[0] : table[1];
    int result = chosen(x);
    if (result == 0) // infeasible: true
        return 3;
    if (result == 61) // infeasible: true
        return 4;
    if (result == -61)
        return 5;
    if (result > 200) // infeasible: true
        spare(result);
    if (total == 1)
        return 6;
    return 0;
}
