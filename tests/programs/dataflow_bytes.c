//! what: what is written through a pointer of another type, in parts, or as a whole
//! options: --dataflow-extended
//! cover: dataflow 30/33

#include <stddef.h>
#include <stdint.h>
#include <string.h>

int __VERIFIER_nondet_int(void);

struct record {
    int kind;
    char name[4];
    int level;
};

static void raise_byte(unsigned char *bytes) { bytes[1] = 7; }

static void by_offset(void *object, size_t offset) { *(int *)((char *)object + offset) = 5; }

static void copy(struct record *to, const struct record *from) { *to = *from; } // infeasible: one.kind from 19:88, one.name[] from 19:88

static int same(uintptr_t address) { return *(int *)address; }

int main(void) {
    struct record one = { 1, "a", 2 }, other = { 3, "b", 4 };
    int number = 6;
    int a = __VERIFIER_nondet_int();
    if (a & 1)
        raise_byte((unsigned char *)&number);
    if (a & 2)
        by_offset(&one, offsetof(struct record, level));
    if (a & 4)
        copy(&other, &one);
    if (a & 8)
        memcpy(other.name, "xy", 3);
    return same((uintptr_t)&number) + one.kind + one.level + other.kind + other.level + other.name[0]; // infeasible: one.kind from 19:88
}
