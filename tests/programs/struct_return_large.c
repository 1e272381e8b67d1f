//! what: large structs through a hidden pointer, nested calls, aliasing
//! run: exit 24
//! out: 45 0 1.5
//! out: 3 45 1.5
//! out: 35

#include <stdio.h>

struct table {
    int rows[16];
    double scale;
};

static struct table build(int seed) {
    struct table t = {.scale = seed / 2.0};
    for (int i = 0; i < 16; i++)
        t.rows[i] = seed * i;
    return t;
}

static struct table reversed(struct table t) {
    struct table r = t;
    for (int i = 0; i < 16; i++)
        r.rows[i] = t.rows[15 - i];
    return r;
}

int main(void) {
    struct table t = build(3);
    t = reversed(t);
    printf("%d %d %g\n", t.rows[0], t.rows[15], t.scale);
    t = reversed(reversed(build(t.rows[14])));
    printf("%d %d %g\n", t.rows[1], t.rows[15], t.scale);
    printf("%d\n", build(5).rows[7]);
    return reversed(build(2)).rows[3];
}
