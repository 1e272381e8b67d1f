//! what: a unit without a branch: nothing is to be covered, and what may go wrong is found all the same
//! entry: pick
//! cover: branch 0/0
//! finding: out-of-bounds 10
//! finding: division-by-zero 11
//! finding: signed-overflow 11

int pick(unsigned index, int amount, int parts) {
    static const int factors[4] = {1, 2, 3, 5};
    int factor = factors[index & 7];
    int share = amount / parts;
    return factor & share;
}
