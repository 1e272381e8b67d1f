//! what: every frame has definitions of its own
//! cover: dataflow 12/12

int __VERIFIER_nondet_int(void);

static int depth(int n) {
    int own = 1;
    if (n > 1)
        own = 2;
    if (n > 0)
        depth(n - 1);
    return own; // after the call it is still what this frame has set
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 3)
        return 0;
    return depth(n);
}
