//! what: a function as the unit: its parameters are the inputs
//! entry: classify
//! cover: branch 6/6

int classify(int a, unsigned char b, double c) {
    if (a > 100 && b == 'x')
        return 1;
    if (c < 0.5)
        return 2;
    return 0;
}
