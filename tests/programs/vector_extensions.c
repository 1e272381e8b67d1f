//! what: GNU vectors: arithmetic, comparison, shuffles, elements
//! run: exit 0
//! out: 9 -41 89 -161
//! out: -1 0 -1 0
//! out: 5 10 15 20
//! out: 1 10 -4 40
//! out: 1.25 3.25 7.25 13.25
//! out: 1 3 7 13
//! out: 1 -22 97 -44
//! out: 741572

#include <stdio.h>

typedef int v4i __attribute__((vector_size(16)));
typedef float v4f __attribute__((vector_size(16)));
typedef unsigned char v8b __attribute__((vector_size(8)));

static v4i twice(v4i v) { return v + v; }

static void show(v4i v) {
    printf("%d %d %d %d\n", v[0], v[1], v[2], v[3]);
}

int main(void) {
    v4i a = {1, -2, 3, -4}, b = {10, 20, 30, 40};
    show(a * b - 1);
    show(a > 0);
    show(twice(b) >> 2);
    show(__builtin_shufflevector(a, b, 0, 4, 3, 7));
    v4f f = {0.5f, 1.5f, 2.5f, 3.5f};
    f = f * f + 1.0f;
    printf("%g %g %g %g\n", f[0], f[1], f[2], f[3]);
    show(__builtin_convertvector(f, v4i));
    v8b c = {250, 251, 252, 253, 254, 255, 0, 1};
    c += 4;
    unsigned sum = 0;
    for (int i = 0; i < 8; i++)
        sum = sum * 3 + c[i];
    a[2] = 99;
    show(a & ~b);
    printf("%u\n", sum);
    return (a == b)[0];
}
