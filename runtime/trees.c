// Binary search trees and queues of search.h. What a tree looks like is not specified; this one is
// not balanced. What would show its form is not here: `twalk` and the parent that `tdelete` returns.

#include "assay.h"

struct tree {
    const void *key; // first: callers look behind a node for it
    struct tree *below[2];
};

typedef int order(const void *, const void *);

// Where the key is, or would be.
static struct tree **place_of(const void *key, struct tree **root, order *compare) {
    while (*root != NULL) {
        int difference = compare(key, (*root)->key);
        if (difference == 0)
            break;
        root = &(*root)->below[difference > 0];
    }
    return root;
}

void *tfind(const void *key, struct tree *const *root, order *compare) {
    return root == NULL ? NULL : *place_of(key, (struct tree **)root, compare);
}

void *tsearch(const void *key, struct tree **root, order *compare) {
    if (root == NULL)
        return NULL;
    struct tree **place = place_of(key, root, compare);
    if (*place == NULL) {
        *place = __assay_malloc(sizeof **place);
        **place = (struct tree){key, {NULL, NULL}};
    }
    return *place;
}

void tdestroy(struct tree *root, void (*free_key)(void *)) {
    if (root == NULL)
        return;
    tdestroy(root->below[0], free_key);
    tdestroy(root->below[1], free_key);
    free_key((void *)root->key);
    __assay_free(root);
}

// ---- Queues -----------------------------------------------------------------------------

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
