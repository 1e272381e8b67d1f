//! what: the branches of the function under test are counted apart from those of what it calls
//! entry: classify
//! cover: branch 8/8
//! own: branch 4/4

static int is_small(int x) {
    if (x < 10)
        return 1;
    return 0;
}

static int is_even(int x) {
    if (x % 2 == 0)
        return 1;
    return 0;
}

int classify(int x) {
    if (is_small(x))
        return is_even(x);
    if (x == 4711)
        return 2;
    return 3;
}
