//! what: proofs: bit fields keep to themselves, and cut what is put into them

unsigned __VERIFIER_nondet_uint(void);

struct flags { unsigned kind : 3, ready : 1; signed level : 4; unsigned rest : 8; };

int main(void) {
    struct flags flags = { 0, 0, 0, 0 };
    flags.kind = __VERIFIER_nondet_uint();
    if (flags.kind > 7) // infeasible: true
        return 1;
    if (flags.ready) // infeasible: true
        return 2;
    flags.level = (int)(__VERIFIER_nondet_uint() & 15);
    if (flags.level > 7) // infeasible: true
        return 3;
    if (flags.level == -8)
        return 4;
    flags.kind++;
    if (flags.kind == 0)
        return 5;
    if (flags.ready) // infeasible: true
        return 6;
    if (flags.rest) // infeasible: true
        return 7;
    return 0;
}
