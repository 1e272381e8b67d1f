//! what: proofs: the address of a local lies in a struct, and somebody writes through it

int __VERIFIER_nondet_int(void);

struct range { int low, high; };
struct holder { int tag; int *value; struct range *range; };

static void widen(struct range *range) {
    if (range->high > 100)
        range->high = 100;
    if (range->low > range->high)
        range->low = range->high;
}

static void poke(struct holder *holder, int what) {
    *holder->value = what;
    holder->range->high = what;
}

int main(void) {
    struct range range = { __VERIFIER_nondet_int(), __VERIFIER_nondet_int() };
    int exposed = 0, hidden = 0;
    struct holder holder = { 1, &exposed, &range };
    widen(&range);
    if (range.high > 100) // infeasible: true
        return 1;
    if (range.low > range.high) // infeasible: true
        return 2;
    poke(&holder, 200);
    if (exposed == 0) // infeasible, unproved: true
        return 3;
    if (hidden != 0) // infeasible: true
        return 4;
    if (range.high == 200) // infeasible: false
        exposed = 1;
    if (holder.tag != 1) // infeasible: true
        return 5;
    return 0;
}
