//! what: a call through a table at a symbolic index
//! cover: branch 6/6

unsigned __VERIFIER_nondet_uint(void);
int __VERIFIER_nondet_int(void);

static int twice(int x) { return x * 2u; }
static int minus(int x) { return x - 1u; }
static int zero(int x) { return x & 0; }

int main(void) {
    int (*const table[3])(int) = {twice, minus, zero};
    unsigned i = __VERIFIER_nondet_uint();
    if (i > 2)
        return 0;
    int r = table[i](__VERIFIER_nondet_int());
    if (r == 100)
        return 1;
    if (r == -7)
        return 2;
    return 3;
}
