//! what: proofs: a struct that is passed by value is a copy, one that is returned is another

int __VERIFIER_nondet_int(void);

struct big { int part[8]; };

static int spoil(struct big big) {
    big.part[2] = 9;
    if (big.part[2] != 9) // infeasible: true
        return 1;
    if (big.part[3] != 3)
        return 2;
    return 0;
}

static struct big make(int x) {
    struct big big = { { x, 1, 2, 3, 4, 5, 6, 7 } };
    return big;
}

int main(void) {
    struct big original = make(__VERIFIER_nondet_int());
    if (original.part[7] != 7) // infeasible: true
        return 1;
    spoil(original);
    if (original.part[2] == 9) // infeasible: true
        return 2;
    original.part[3] = original.part[0];
    spoil(original);
    if (original.part[0] == 12)
        return 3;
    return 0;
}
