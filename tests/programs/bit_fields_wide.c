//! what: packed bit-fields that share bytes over more than 128 bits
//! run: exit 0
//! out: 2097151 -131072 5 -1 1048575 -3 50 -7
//! out: 1 -131070 511 0 2097151 65535 1 -1
//! out: 28

#include <stdio.h>

#pragma pack(push, 1)
struct wide {
    unsigned a : 21;
    signed b : 18;
    unsigned c : 27;
    signed d : 3;
    unsigned e : 22;
    signed f : 30;
    unsigned g : 6;
    signed h : 31;
    unsigned long long i : 37;
    char last;
};
#pragma pack(pop)

static struct wide global = {1, 131071, 511, 0, 2097151, 65535, 1, -1, 1ULL << 36, 'x'};

static void show(const struct wide *it) {
    printf("%u %d %u %d %u %d %u %d\n", it->a, it->b, it->c, it->d, it->e, it->f, it->g, it->h);
}

int main(void) {
    struct wide local = {0};
    local.a = -1;
    local.b = -131072;
    local.c = 5;
    local.d = -1;
    local.e = 0xfffff;
    local.f = -3;
    local.g = 50;
    local.h = -7;
    local.i = 1ULL << 36 | 3;
    show(&local);
    global.b++;
    global.b += global.b == -131072 ? 2 : 1;
    show(&global);
    printf("%d\n", (int)sizeof local + (local.i == (1ULL << 36 | 3)) + (global.last == 'x'));
    return local.i == global.i;
}
