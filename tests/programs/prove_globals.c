//! what: proofs: globals that other functions change, and those that nobody does

int __VERIFIER_nondet_int(void);

static int limit = 10;
static int level;
static int fixed = 4;
int visible = 1;

static void raise_level(void) {
    if (level < limit)
        level++;
    if (level > limit) // infeasible: true
        level = limit;
}

static void reset(void) {
    level = 0;
}

int main(void) {
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int() == 7)
            reset();
        raise_level();
        if (level < 1) // infeasible: true
            return 1;
    }
    if (level > 10) // infeasible: true
        return 2;
    if (level == 3)
        return 3;
    if (fixed != 4) // infeasible: true
        return 4;
    if (visible != 1) // infeasible: true
        return 5;
    return 0;
}
