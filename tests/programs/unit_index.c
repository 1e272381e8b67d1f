//! what: an index that is an input needs a contract, not a larger array; into an array of the function's own it is a finding
//! entry: pick
//! cover: branch 6/6
//! needs-contract: out-of-bounds 15 index stays within what items points to
//! finding: out-of-bounds 13

static int sizes[4] = {1, 2, 3, 4};

int pick(const int *items, unsigned index, unsigned slot) {
    if (!items)
        return 2;
    if (index == 5)
        return sizes[slot & 7];

    int item = items[index];
    if (item == 9)
        return 1;
    return 0;
}
