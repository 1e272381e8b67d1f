//! what: packed structs with unaligned members, over-aligned objects
//! run: exit 9
//! out: 15 8
//! out: -40 3 -33
//! out: 67
//! out: 0 0

#include <stdint.h>
#include <stdio.h>

struct __attribute__((packed)) record {
    char kind;
    int value;
    double weight;
    short tail;
};

struct padded {
    char kind;
    int value;
};

static _Alignas(64) char line[10];

static int take(struct record r) { return r.value + r.tail; }

int main(void) {
    struct record r[2] = {{'a', 1, 2.5, 3}, {'b', -40, 0.5, 7}};
    printf("%zu %zu\n", sizeof(struct record), sizeof(struct padded));
    printf("%d %g %d\n", r[1].value, r[0].weight + r[1].weight, take(r[1]));
    r[1].value += 100;
    printf("%d\n", take(r[1]));
    _Alignas(128) int x = 5;
    printf("%d %d\n", (int)((uintptr_t)line % 64), (int)((uintptr_t)&x % 128));
    return x + take(r[0]);
}
