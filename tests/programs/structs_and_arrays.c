//! what: assignment of structs with arrays, self-reference, comparison by member
//! run: exit 90
//! out: 144 89 55 1
//! out: 144 144

#include <stdio.h>

struct matrix { int m[3][3]; };

static struct matrix multiply(struct matrix a, const struct matrix *b) {
    struct matrix r = {{{0}}};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 3; k++)
                r.m[i][j] += a.m[i][k] * b->m[k][j];
    return r;
}

int main(void) {
    struct matrix a = {{{1, 1, 0}, {1, 0, 0}, {0, 0, 1}}}, p = a;
    for (int i = 0; i < 10; i++)
        p = multiply(p, &a);
    printf("%d %d %d %d\n", p.m[0][0], p.m[0][1], p.m[1][1], p.m[2][2]);
    struct matrix copy[2];
    copy[0] = p;
    copy[1] = copy[0];
    copy[0].m[0][0] = 0;
    printf("%d %d\n", copy[1].m[0][0], p.m[0][0]);
    struct { struct matrix in; char tag; } nested = {p, 't'}, other = nested;
    other.tag++;
    return nested.in.m[0][1] + (other.tag == 'u');
}
