//! what: a function pointer among the functions of its type, an enumeration, a union
//! entry: apply
//! cover: branch 14/14
//! finding: signed-overflow 14
//! finding: signed-overflow 15

enum mode { ONCE, TWICE, NEVER };

union number {
    int whole;
    float broken;
};

static int increment(int x) { return x + 1; }
static int negate(int x) { return -x; }

int (*const table[])(int) = {increment, negate};

int apply(enum mode mode, union number number, int (*function)(int)) {
    if (!function)
        return 0;
    switch (mode) {
    case ONCE:
        return function(number.whole) == 10;
    case TWICE:
        if (function(function(number.whole)) == -9)
            return 5;
        return 1;
    default:
        if (number.broken > 0.5f && number.broken < 0.75f)
            return 2;
        return 3;
    }
}
