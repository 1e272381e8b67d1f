//! what: the order of two pointers is looked for within one object; nothing is asserted of that of unrelated ones
//! entry: order
//! cover: branch 8/8

int order(const int *first, const int *second) {
    if (!first || !second)
        return 0;
    if (first == second)
        return 1;
    return first < second ? 2 : 3;
}
