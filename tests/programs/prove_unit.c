//! what: proofs: a function that is called with anything: pointers that may be equal, variables with any value
//! entry: settle

static int limit = 10;

int settle(int *first, int *second, unsigned turns) {
    int low = 0;
    if (!first)
        return 1;
    if (!second)
        return 2;
    *first = 1;
    *second = 2;
    if (*first == 2)
        return 3;
    if (limit > 10)
        low = 1;
    if (low > 1) // infeasible: true
        return 4;
    *first = 7;
    if (limit == 7)
        low = 2;
    for (unsigned i = 0; i != turns; i++) {
        if (i >= turns) // infeasible: true
            return 5;
        if (i == 3)
            return 6;
    }
    if (turns > 3) // infeasible: true
        return 7;
    return low;
}
