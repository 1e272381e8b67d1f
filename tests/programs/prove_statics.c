//! what: proofs: what a function remembers from call to call

int __VERIFIER_nondet_int(void);

static int ticket(void) {
    static int next = 1;
    if (next > 5)
        next = 1;
    if (next == 0) // infeasible: true
        return -1;
    return next++;
}

static int once(void) {
    static int done;
    if (done)
        return 0;
    done = 1;
    return 1;
}

int main(void) {
    int firsts = 0;
    while (__VERIFIER_nondet_int()) {
        int got = ticket();
        if (got < 1) // infeasible: true
            return 1;
        if (got > 5) // infeasible: true
            return 2;
        if (got == 5)
            firsts += once();
        if (firsts > 1) // infeasible: true
            return 3;
    }
    if (firsts == 1)
        return 4;
    return 0;
}
