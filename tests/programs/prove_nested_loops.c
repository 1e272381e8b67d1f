//! what: proofs: loops within loops, with bounds that depend on each other

int __VERIFIER_nondet_int(void);

int main(void) {
    unsigned rows = (unsigned)__VERIFIER_nondet_int();
    unsigned diagonal = 0, outside = 0;
    if (rows > 4)
        return 1;
    for (unsigned row = 0; row < rows; row++) {
        for (unsigned column = 0; column <= row; column++) {
            if (column >= rows) // infeasible: true
                return 2;
            if (column > row) // infeasible: true
                outside++;
            if (column == row)
                diagonal++;
        }
    }
    if (outside != 0) // infeasible: true
        return 3;
    if (diagonal > rows) // infeasible: true
        return 4;
    if (diagonal == 2)
        return 5;
    return 0;
}
