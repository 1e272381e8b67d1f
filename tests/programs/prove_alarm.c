//! what: proofs: a counter of bad readings gates an alarm, and a callee repeats the guard of its caller
//! again: --search bidirectional -- -DTOLERANCE=20

int __VERIFIER_nondet_int(void);

#ifndef TOLERANCE
#define TOLERANCE 3
#endif

static int alarms;

static void sound(int misses, int tolerance) {
    // The only caller has asked the same.
    if (misses <= tolerance) // infeasible: true
        return;
    alarms++;
}

static void watch(int tolerance) {
    int misses = 0;
    for (;;) {
        int reading = __VERIFIER_nondet_int();
        if (reading == -1)
            return;
        if (reading > 100)
            misses++;
        else
            misses = 0;
        if (misses > tolerance)
            break;
    }
    sound(misses, tolerance);
}

int main(void) {
    watch(TOLERANCE);
    if (alarms > 1) // infeasible: true
        return 2;
    if (alarms == 1)
        return 1;
    return 0;
}
