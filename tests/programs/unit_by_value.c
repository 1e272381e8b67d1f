//! what: structs by value, in registers and in memory, floats, bit-fields and truth values as parameters
//! entry: decide
//! cover: branch 16/16

struct pair {
    long first;
    int second;
};
struct point {
    double x, y;
};
struct triple {
    float x, y, z;
};
struct large {
    int values[8];
};
struct flags {
    unsigned low : 3;
    int high : 5;
};

int decide(struct pair pair, struct point point, struct triple triple, struct large large,
           struct flags flags, _Bool is_set) {
    int count = 0;
    if (pair.first == 5000000000 && pair.second == -6)
        count++;
    if (point.y > 2.5)
        count++;
    if (triple.z < -1.0f)
        count++;
    if (large.values[7] == 12345)
        count++;
    if (flags.low == 5 && flags.high == -3)
        count++;
    if (is_set)
        count++;
    return count;
}
