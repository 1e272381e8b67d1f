//! what: proofs: elements of an array, written and read by an index that is not known

unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    int marks[6] = { 0 };
    for (int round = 0; round < 4; round++) {
        unsigned at = __VERIFIER_nondet_uint();
        if (at >= 6)
            return 1;
        marks[at] = round + 1;
        if (marks[at] == 0) // infeasible: true
            return 2;
    }
    unsigned at = __VERIFIER_nondet_uint() % 6;
    if (marks[at] < 0) // infeasible: true
        return 3;
    if (marks[at] > 4) // infeasible: true
        return 4;
    if (marks[5] == 4)
        return 5;
    if (marks[0] == 0)
        return 6;
    return 0;
}
