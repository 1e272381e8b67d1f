//! what: symbolic indices into nested aggregates
//! cover: branch 6/6

unsigned __VERIFIER_nondet_uint(void);

struct cell { char kind; int value[2]; };

int main(void) {
    struct cell cells[3] = {{'a', {1, 2}}, {'b', {3, 4}}, {'c', {5, 6}}};
    unsigned i = __VERIFIER_nondet_uint() % 3;
    unsigned j = __VERIFIER_nondet_uint() % 2;
    cells[i].value[j] += 10;
    if (cells[1].value[1] == 14)
        return 1;
    if (cells[i].kind == 'c' && j == 0)
        return 2;
    return 0;
}
