/* Classifies four triangles given by their sides: nested integer comparisons, some sums, one product of variables. */
#include "intrinsic.h"

#define TRIANGLES 4

enum kind { INVALID, EQUILATERAL, ISOSCELES, RIGHT, SCALENE };

static enum kind classify(int a, int b, int c) {
    if (a <= 0 || b <= 0 || c <= 0) return INVALID;
    if (a > 100 || b > 100 || c > 100) return INVALID;
    if (a + b <= c || b + c <= a || a + c <= b) return INVALID;
    if (a == b && b == c) return EQUILATERAL;
    if (a == b || b == c || a == c) return ISOSCELES;
    if (a * a + b * b == c * c) return RIGHT;
    return SCALENE;
}

int main(void) {
    int sides[3 * TRIANGLES];
    klee_make_symbolic(sides, sizeof sides, "sides");
    int kinds[SCALENE + 1] = {0};
    for (int i = 0; i < TRIANGLES; i++) kinds[classify(sides[3 * i], sides[3 * i + 1], sides[3 * i + 2])]++;
    if (kinds[INVALID] > 0) return 1;
    return kinds[EQUILATERAL] == TRIANGLES ? 2 : 3;
}
