//! what: structs whose members travel in float registers
//! run: exit 32
//! out: -2.5 1.5
//! out: 5 32
//! out: 1.5 42 10000000003.0
//! out: 2 3 4 1
//! out: 2.5

#include <stdio.h>

struct point { float x, y; };
struct vector { double x, y; };
struct mixed { float f; int i; double d; };
struct four { float a, b, c, d; };
struct lonely { long double v; };

static struct point swap(struct point p) { return (struct point){p.y, p.x}; }
static struct vector scale(struct vector v, double k) { return (struct vector){v.x * k, v.y * k}; }
static struct mixed shift(struct mixed m) { m.f += 1; m.i += 2; m.d += 3; return m; }
static struct four rotate(struct four f) { return (struct four){f.b, f.c, f.d, f.a}; }
static struct lonely half(struct lonely l) { l.v /= 2; return l; }

int main(void) {
    struct point p = swap((struct point){1.5f, -2.5f});
    struct vector v = scale((struct vector){1.25, 8}, 4);
    struct mixed m = shift((struct mixed){0.5f, 40, 1e10});
    struct four f = rotate((struct four){1, 2, 3, 4});
    struct lonely l = half((struct lonely){5});
    printf("%g %g\n", p.x, p.y);
    printf("%g %g\n", v.x, v.y);
    printf("%g %d %.1f\n", m.f, m.i, m.d);
    printf("%g %g %g %g\n", f.a, f.b, f.c, f.d);
    printf("%Lg\n", l.v);
    return (int)v.y;
}
