//! what: a pointer loaded from a table at a symbolic index
//! cover: branch 6/6

unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned x = 5, y = 6, z[2] = {7, 8};
    unsigned *table[4] = {&x, &y, &z[0], &z[1]};
    unsigned i = __VERIFIER_nondet_uint();
    if (i > 3)
        return 0;
    if (*table[i] == 8)
        return 1;
    *table[i] = __VERIFIER_nondet_uint();
    if (x + y == 1000)
        return 2;
    return 3;
}
