//! what: proofs: an address that is kept in a global, a table, or as bytes is written to much later

#include <string.h>

int __VERIFIER_nondet_int(void);

static int *kept;
static struct { long tag; int *slots[2]; } box;

static void keep(int *where) {
    kept = where;
}

static void strike(void) {
    if (kept)
        *kept = 5;
}

int main(void) {
    int in_global = 0, in_table = 0, as_bytes = 0, alone = 0;
    unsigned char bytes[sizeof(int *)];
    int *back, *pointer = &as_bytes;
    strike();
    if (in_global) // infeasible: true
        return 1;
    keep(&in_global);
    if (__VERIFIER_nondet_int())
        strike();
    if (in_global == 5)
        alone = 0;
    box.slots[1] = &in_table;
    *box.slots[__VERIFIER_nondet_int() > 0 ? 1 : 1] = 6;
    if (in_table == 0) // infeasible: true
        return 2;
    for (unsigned i = 0; i < sizeof pointer; i++)
        bytes[i] = ((unsigned char *)&pointer)[i];
    memcpy(&back, bytes, sizeof back);
    *back = __VERIFIER_nondet_int();
    if (as_bytes == 7)
        return 3;
    if (alone) // infeasible: true
        return 4;
    return 0;
}
