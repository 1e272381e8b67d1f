//! what: proofs: a lock that is taken and given back in turns, as in a driver

int __VERIFIER_nondet_int(void);

static int held, broken;

static void lock(void) {
    if (held) // infeasible: true
        broken = 1;
    held = 1;
}

static void unlock(void) {
    if (!held) // infeasible: true
        broken = 1;
    held = 0;
}

int main(void) {
    int old, new = 0;
    do {
        lock();
        old = new;
        if (__VERIFIER_nondet_int()) {
            unlock();
            new++;
        }
    } while (new != old);
    unlock();
    if (broken) // infeasible: true
        return 1;
    if (new > 2)
        return 2;
    return 0;
}
