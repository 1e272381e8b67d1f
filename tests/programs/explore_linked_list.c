//! what: a list of symbolic length and content
//! cover: branch 12/12

#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct node { int value; struct node *next; };

int main(void) {
    struct node *head = NULL;
    for (int i = 0; i < 3; i++) {
        int v = __VERIFIER_nondet_int();
        if (v == 0)
            break;
        struct node *n = malloc(sizeof *n);
        n->value = v;
        n->next = head;
        head = n;
    }
    int ordered = 1;
    for (struct node *n = head; n != NULL && n->next != NULL; n = n->next)
        if (n->value < n->next->value)
            ordered = 0;
    while (head != NULL) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return ordered;
}
