//! what: a unit with parameters, members and a global of odd and of great widths
//! entry: measure
//! flags: -std=c23
//! cover: branch 16/16

typedef _BitInt(256) wide;

struct pair {
    int tag;
    wide value;
};

wide offset;

int measure(wide a, unsigned _BitInt(40) b, struct pair *p, _BitInt(70) c, _BitInt(150) *d) {
    if (a * 3 == (wide)3 << 200)
        return 1;
    if (b == 77)
        return 2;
    if (p && p->value < -5)
        return 3;
    if (c == -((_BitInt(70))1 << 66))
        return 4;
    if (offset == (wide)7 << 133)
        return 5;
    if (d && *d == (_BitInt(150))-9)
        return 6;
    return 0;
}
