//! what: def-use pairs of parameters, locals and loops, counted by hand
//! cover: dataflow 16/21

int __VERIFIER_nondet_int(void);

// a has 4 pairs, steps 1; left has 3 definitions and a predicate and an assignment that use it, 9
// pairs; sum has 2 definitions and 3 uses, 6 pairs; and there is the argument of main.
static int walk(int a, int steps) {
    int sum = 0;
    int left;
    if (a > 3)
        left = 2;
    else
        left = 0;
    while (left > 0) { // infeasible: left from 12:14 then false, left from 14:14 then true
        sum += steps;
        left -= 1; // infeasible: left from 14:14
    }
    if (a <= 3)
        return sum - 1; // infeasible: sum from 16:13
    return sum; // infeasible: sum from 9:9
}

int main(void) {
    int first = __VERIFIER_nondet_int();
    return walk(first, 7) > 0;
}
