//! what: proofs: objects on the heap, which the prover does not follow, and locals beside them

#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct node { int value; struct node *next; };

int main(void) {
    struct node *list = 0;
    int length = 0, seen = 0, positive = 1;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        node->value = __VERIFIER_nondet_int();
        if (node->value <= 0)
            node->value = 1;
        node->next = list;
        list = node;
        length++;
        if (positive != 1) // infeasible: true
            return 2;
        if (length == 3)
            break;
    }
    if (length > 3) // infeasible: true
        return 3;
    for (struct node *at = list; at; at = at->next) {
        seen++;
        if (at->value <= 0) // infeasible, unproved: true
            return 4;
        if (at->value == 8)
            positive = 2;
    }
    if (seen != length) // infeasible, unproved: true
        return 5;
    if (positive == 2)
        return 6;
    return 0;
}
