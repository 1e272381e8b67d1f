//! what: proofs: counters that sums and multiples relate, and bytes for which they wrap

int __VERIFIER_nondet_int(void);

// Every turn is of one of two kinds, and each kind has its weight.
static int weigh(void) {
    int light = 0, heavy = 0, weight = 0, turns = 0;
    while (turns < 100 && __VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int()) {
            light++;
            weight += 3;
        } else {
            heavy++;
            weight += 5;
        }
        turns++;
    }
    if (heavy > 2
        && weight < 15) // infeasible: true
        return 1;
    if (weight > 5 * turns) // infeasible: true
        return 2;
    return light > heavy ? 3 : 4;
}

// The same with bytes: twice as much is less, after 128 turns.
static int wrap(void) {
    unsigned char once = 0, twice = 0;
    for (int turn = 0; turn < 200 && __VERIFIER_nondet_int(); turn++) {
        once++;
        twice += 2;
    }
    if (once > 10 && twice < 15)
        return 1;
    return 0;
}

int main(void) { return __VERIFIER_nondet_int() ? weigh() : wrap(); }
