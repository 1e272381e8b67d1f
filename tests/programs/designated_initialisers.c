//! what: designators for arrays, nested structs, unions and ranges
//! run: exit 13
//! out: 1 0 5 6 0 0 0 0 9 0 0 7 0
//! out: abc 42 3 8 0 3f800000
//! out: 9 0 c z

#include <stdio.h>

struct inner { int a, b[3]; };
struct outer {
    char name[8];
    struct inner in[2];
    union { int i; float f; } u;
};

int main(void) {
    int sparse[10] = {[2] = 5, 6, [8] = 9, [0] = 1};
    int filled[6] = {[1 ... 4] = 7};
    struct outer o = {
        .in[1].b[2] = 42,
        .in[1].a = 3,
        .in[0] = {.b = {[1] = 8}},
        .name = "abc",
        .u.f = 1.0f,
    };
    for (int i = 0; i < 10; i++)
        printf("%d ", sparse[i]);
    printf("%d %d %d\n", filled[0], filled[4], filled[5]);
    printf("%s %d %d %d %d %x\n", o.name, o.in[1].b[2], o.in[1].a, o.in[0].b[1], o.in[0].a, o.u.i);
    char grid[][3] = {{'a', 'b'}, {[2] = 'c'}, "xyz"};
    printf("%zu %d %c %c\n", sizeof grid, grid[0][2], grid[1][2], grid[2][2]);
    return sparse[3] + filled[2];
}
