# 0 "/work/wt-suite/examples/valves.c"
# 0 "<built-in>"
# 0 "<command-line>"
# 1 "/usr/include/stdc-predef.h" 1 3 4
# 0 "<command-line>" 2
# 1 "/work/wt-suite/examples/valves.c"






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


static int opening(int level, int demand) {
    int missing = HIGHEST - level;
    if (missing < 0)
        return 0;
    if (demand > missing)
        return HIGHEST;
    return missing * demand / HIGHEST;
}


static int seconds_left(int level, int inlet, int outlet) {
    return level / (outlet - inlet);
}

int main(void) {
    int level = clamp(__VERIFIER_nondet_int());
    int demand = __VERIFIER_nondet_int();
    __VERIFIER_assume(demand >= 0);
    __VERIFIER_assume(demand <= HIGHEST);

    int inlet = opening(level, demand);
    if (inlet > HIGHEST)
        return 2;

    int outlet = __VERIFIER_nondet_int();
    if (outlet < inlet || outlet > HIGHEST)
        return 1;
    return seconds_left(level, inlet, outlet) > 60;
}
