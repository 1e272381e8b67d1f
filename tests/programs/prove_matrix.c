//! what: proofs: rows and columns, and an array within a struct

unsigned __VERIFIER_nondet_uint(void);

struct board { unsigned char cell[3][3]; int moves; };

int main(void) {
    struct board board = { { { 0 } }, 0 };
    while (board.moves < 9) {
        unsigned row = __VERIFIER_nondet_uint(), column = __VERIFIER_nondet_uint();
        if (row > 2)
            break;
        if (column > 2)
            break;
        if (board.cell[row][column])
            break;
        board.cell[row][column] = (unsigned char)(board.moves % 2 + 1);
        board.moves++;
        if (board.moves > 9) // infeasible: true
            return 1;
    }
    if (board.cell[1][1] > 2) // infeasible: true
        return 2;
    if (board.moves < 0) // infeasible: true
        return 3;
    if (board.cell[2][2] == 2)
        return 4;
    return 0;
}
