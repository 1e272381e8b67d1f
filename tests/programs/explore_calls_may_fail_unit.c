//! what: calls of a function fail, those that make its inputs do not
//! entry: gather
//! options: --calls-may-fail
//! cover: branch 12/14
//! infeasible-left: 2

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct list {
    int value;
    struct list *next;
};

static void *allocate(size_t size) {
    return malloc(size);
}

int gather(struct list *list, FILE *log, int is_aligned) {
    if (list == NULL || log == NULL)
        return -1;
    void *block = NULL;
    if (is_aligned) {
        errno = 0;
        int error = posix_memalign(&block, 64, 64);
        if (error != 0)
            return error == ENOMEM && errno == 0 ? 1 : 2;
    } else {
        block = allocate(sizeof *list);
        if (block == NULL)
            return 3;
    }
    memcpy(block, list, sizeof *list);
    free(block);
    return 0;
}
