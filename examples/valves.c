/* A tank with an inlet and an outlet: an example for `assay cover`.
 *
 * The controller takes three readings from outside. Assay finds inputs for every outcome of
 * every condition that has one, names the two outcomes that have none, and finds the readings
 * with which the controller divides by zero. */

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int condition);

enum { LOWEST = 0, HIGHEST = 100 };

static int clamp(int level) {
    if (level < LOWEST)
        return LOWEST;
    if (level > HIGHEST)
        return HIGHEST;
    return level;
}

/* How far the inlet opens, in percent. */
static int opening(int level, int demand) {
    int missing = HIGHEST - level;
    if (missing < 0) /* never: the level was clamped */
        return 0;
    if (demand > missing)
        return HIGHEST;
    return missing * demand / HIGHEST;
}

/* How long the tank lasts; wrong when as much flows in as out. */
static int seconds_left(int level, int inlet, int outlet) {
    return level / (outlet - inlet);
}

int main(void) {
    int level = clamp(__VERIFIER_nondet_int());
    int demand = __VERIFIER_nondet_int();
    __VERIFIER_assume(demand >= 0);
    __VERIFIER_assume(demand <= HIGHEST);

    int inlet = opening(level, demand);
    if (inlet > HIGHEST) /* never */
        return 2;

    int outlet = __VERIFIER_nondet_int();
    if (outlet < inlet || outlet > HIGHEST)
        return 1;
    return seconds_left(level, inlet, outlet) > 60;
}
