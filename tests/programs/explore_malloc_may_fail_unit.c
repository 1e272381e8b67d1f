//! what: memory runs out in a function, and not for the inputs that it is called with
//! entry: push
//! options: --malloc-may-fail
//! cover: branch 12/12

#include <stdlib.h>

struct item {
    int value;
    struct item *next;
};

// The list is not for this function to change where there is no memory.
int push(struct item **list, int value) {
    if (list == NULL)
        return -1;
    struct item *item = malloc(sizeof *item);
    if (item == NULL)
        return -2;
    item->value = value;
    item->next = *list;
    *list = item;
    if (value > 0) {
        int *copy = aligned_alloc(16, 16);
        if (copy == NULL)
            return -3;
        free(copy);
    }
    if (value < 0) {
        struct item *larger = realloc(item, 2 * sizeof *item);
        if (larger == NULL)
            return -4;
        *list = larger;
    }
    return 0;
}
