//! what: proofs: a small machine whose code is known, with labels as values

int __VERIFIER_nondet_int(void);

int main(void) {
    static const unsigned char code[] = { 0, 1, 0, 2 };
    static void *const labels[] = { &&push, &&add, &&stop };
    int stack[4] = { 0 }, top = 0, at = 0;
    goto *labels[code[at]];
push:
    if (top > 3) // infeasible, unproved: true
        return 1;
    stack[top++ & 3] = __VERIFIER_nondet_int();
    at++;
    goto *labels[code[at & 3]];
add:
    if (top == 0) // infeasible, unproved: true
        return 2;
    stack[(top - 1) & 3] = 1;
    at++;
    goto *labels[code[at & 3]];
stop:
    if (stack[1] == 44)
        return 3;
    return 0;
}
