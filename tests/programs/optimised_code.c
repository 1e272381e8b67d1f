//! what: the same program as clang -O2 writes it
//! flags: -O2
//! run: exit 14
//! out: 14 9 9 3640815444

#include <stdio.h>
#include <string.h>

struct item { int id; float price; char name[12]; };

static unsigned mix(const unsigned char *p, int n) {
    unsigned h = 2166136261u;
    for (int i = 0; i < n; i++)
        h = (h ^ p[i]) * 16777619u;
    return h;
}

int main(void) {
    struct item items[4];
    memset(items, 0, sizeof items);
    float total = 0;
    for (int i = 0; i < 4; i++) {
        items[i].id = i * i;
        items[i].price = 1.5f * (float)i;
        items[i].name[i] = (char)('a' + i);
        total += items[i].price;
    }
    int max = 0, sum = 0;
    for (int i = 0; i < 4; i++) {
        sum += items[i].id;
        max = items[i].id > max ? items[i].id : max;
    }
    printf("%d %d %g %u\n", sum, max, total, mix((const unsigned char *)items, sizeof items));
    return sum;
}
