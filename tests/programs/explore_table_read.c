//! what: a constant table read at a symbolic index
//! cover: branch 5/6
//! infeasible-left: 1

unsigned __VERIFIER_nondet_uint(void);

static const int table[8] = {3, 1, 4, 1, 5, 9, 2, 6};

int main(void) {
    unsigned i = __VERIFIER_nondet_uint();
    if (i >= 8)
        return 0;
    if (table[i] == 9)
        return 1;
    if (table[i] == 7)
        return 2;
    return 3;
}
