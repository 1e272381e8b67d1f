//! what: flags in the low bits of pointers, pointers through integers and bytes
//! run: exit 12
//! out: 11 22 1 2
//! out: 22

#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct node { int value; };

static uintptr_t tag(struct node *n, unsigned bits) { return (uintptr_t)n | bits; }
static struct node *untag(uintptr_t v) { return (struct node *)(v & ~(uintptr_t)3); }

int main(void) {
    _Alignas(8) struct node a = {11}, b = {22};
    uintptr_t x = tag(&a, 1), y = tag(&b, 2);
    printf("%d %d %u %u\n", untag(x)->value, untag(y)->value, (unsigned)(x & 3), (unsigned)(y & 3));
    uintptr_t both = (uintptr_t)&a ^ (uintptr_t)&b;
    struct node *other = (struct node *)((uintptr_t)&a ^ both);
    printf("%d\n", other->value);
    unsigned char bytes[sizeof(void *)];
    struct node *p = &a, *q;
    memcpy(bytes, &p, sizeof p);
    for (size_t i = 0; i < sizeof bytes; i++)
        ((unsigned char *)&q)[i] = bytes[i];
    q->value++;
    return a.value;
}
