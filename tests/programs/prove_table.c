//! what: proofs: constant tables, read at an index that is not known

unsigned __VERIFIER_nondet_uint(void);

static const unsigned char weights[8] = { 1, 3, 5, 7, 9, 11, 13, 15 };
static const struct { int code; const char *name; } names[3] = { { 10, "ten" }, { 20, "twenty" }, { 30, 0 } };

int main(void) {
    unsigned at = __VERIFIER_nondet_uint() % 8;
    unsigned weight = weights[at];
    if (weight % 2 == 0) // infeasible: true
        return 1;
    if (weight > 15) // infeasible: true
        return 2;
    if (weight == 2 * at + 2) // infeasible: true
        return 3;
    if (weight == 11)
        return 4;
    unsigned which = at % 3;
    if (names[which].code == 15) // infeasible: true
        return 5;
    if (!names[which].name)
        return 6;
    if (names[which].code == 30) // infeasible: true
        return 7;
    return 0;
}
