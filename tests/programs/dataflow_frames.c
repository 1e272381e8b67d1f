//! what: locals that a callee knows the address of: each call has its own, and leaves nothing behind
//! options: --dataflow-extended
//! cover: dataflow 33/37

int __VERIFIER_nondet_int(void);

static int *kept;

static void store(int *to, int value) {
    kept = to;
    if (value > 0)
        *to = value;
}

static int once(int value) {
    int own = 1;
    store(&own, value);
    return own;
}

static int down(int *to, int n) {
    int mine = n;
    if (n > 0)
        down(&mine, n - 1);
    *to = n;
    return mine; // of a function that calls itself, only what it does itself is seen
}

int main(void) {
    int a = __VERIFIER_nondet_int();
    int depth = 0;
    if (a > 2 || a < -2)
        return 0;
    int first = once(a);
    int second = once(-a);
    kept = &first;
    if (a < 0)
        return down(&depth, -a) + depth; // infeasible, unproved: depth from 31:9
    store(&second, a);
    int seen = *kept; // infeasible: first from 34:9, own from 16:9, own from 12:13
    return seen + first + second;
}
