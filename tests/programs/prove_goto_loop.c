//! what: proofs: loops made of goto, also into the middle of one

int __VERIFIER_nondet_int(void);

int main(void) {
    int turns = 0, inside = 0;
    if (__VERIFIER_nondet_int() > 0)
        goto middle;
again:
    turns++;
    if (inside > turns) // infeasible: true
        return 1;
middle:
    inside++;
    if (turns > inside) // infeasible: true
        return 2;
    if (inside > 100)
        goto out;
    if (__VERIFIER_nondet_int())
        goto again;
out:
    if (inside == 0) // infeasible: true
        return 3;
    if (turns == inside)
        return 4;
    if (turns + 1 != inside) // infeasible: true
        return 5;
    return 0;
}
