//! what: _Bool: conversion from every type, increment, in memory
//! run: exit 10
//! out: 1 1 1 0 0
//! out: 1 0 1
//! out: 0 1 1
//! out: 1 0

#include <stdbool.h>
#include <stdio.h>

struct set { bool a, b, c; };

static bool is_positive(int v) { return v > 0; }

int main(void) {
    bool b = 256;
    double quarter = 0.25;
    bool f = quarter;
    bool p = "x";
    bool z = 0.0;
    char c = 'c';
    bool n = !c;
    printf("%d %d %d %d %d\n", b, f, p, z, n);
    b++;
    b++;
    f ^= 1;
    printf("%d %d %zu\n", b, f, sizeof b);
    struct set s = {.b = 2};
    s.c |= 4;
    printf("%d %d %d\n", s.a, s.b, s.c);
    printf("%d %d\n", is_positive(-3) + is_positive(3), (bool)(void *)0);
    return (b << 3) | (s.b + s.c);
}
