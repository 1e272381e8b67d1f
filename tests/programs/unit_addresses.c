//! what: what a function makes of the order of unrelated objects is neither asserted nor covered
//! entry: order
//! cover: branch 6/8
//! infeasible-left: 2

int order(const int *first, const int *second) {
    if (!first || !second)
        return 0;
    if (first == second)
        return 1;
    return first < second ? 2 : 3;
}
