//! what: globals and static variables: what they start with is defined in the tested function
//! cover: dataflow 12/16

int __VERIFIER_nondet_int(void);

static int level = 3;
int count;

static void raise(int by) {
    if (by > 0)
        level = by;
    count++; // no pair here: it is defined in other calls only
}

static int next(void) {
    static int calls;
    calls = calls + 1;
    return calls;
}

int main(void) {
    int by = __VERIFIER_nondet_int();
    if (level != 3) // infeasible: true, level from 6:0 then true
        return 9;
    if (by > 4)
        count = 2;
    if (by != 0)
        raise(by);
    // Whoever sets it here has it set again by the call.
    if (count > 2) // infeasible: count from 7:0 then true, count from 26:15 then true, count from 26:15 then false
        return next();
    return level;
}
