// Queues of search.h: elements that are linked to their neighbours.

#include "assay.h"

struct element {
    struct element *next, *before;
};

void insque(struct element *element, struct element *after) {
    if (after == NULL) {
        element->next = element->before = NULL;
        return;
    }
    element->next = after->next;
    element->before = after;
    if (after->next != NULL)
        after->next->before = element;
    after->next = element;
}

void remque(struct element *element) {
    if (element->next != NULL)
        element->next->before = element->before;
    if (element->before != NULL)
        element->before->next = element->next;
}
