//! what: proofs: whole structs are copied, filled and overwritten in part

#include <string.h>

int __VERIFIER_nondet_int(void);

struct pair { int first; short second, third; };

int main(void) {
    struct pair a = { 1, 2, 3 }, b, c;
    memset(&b, 0, sizeof b);
    if (b.third != 0) // infeasible: true
        return 1;
    memcpy(&b, &a, sizeof a);
    if (b.second != 2) // infeasible: true
        return 2;
    a.first = __VERIFIER_nondet_int();
    if (b.first != 1) // infeasible: true
        return 3;
    memcpy(&b, &a, sizeof a.first);
    if (b.first == 77)
        return 4;
    if (b.third != 3) // infeasible: true
        return 5;
    c = b;
    memset(&c, 0xff, 6);
    if (c.second != -1) // infeasible: true
        return 6;
    if (c.third != 3) // infeasible: true
        return 7;
    int all[2];
    memcpy(all, &b, sizeof all);
    if (all[1] != 0x30002) // infeasible: true
        return 8;
    return 0;
}
