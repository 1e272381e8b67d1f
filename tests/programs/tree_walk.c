//! what: trees of search.h have the form that glibc gives them
//! run: exit 0
//! out: ((1) 3 ((4) 5 )) 7 (9)
//! out: 5 under 3
//! out: ((1) 3 (4)) 7 (9)
//! out: none 3
//! out: 1 3 4 7 9
//! out: 4 freed

#define _GNU_SOURCE
#include <search.h>
#include <stdio.h>
#include <stdlib.h>

static const int keys[] = {7, 3, 9, 1, 5, 4};

static int compare(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}

static int key_of(const void *node) {
    return **(const int *const *)node;
}

static void show(const void *node, VISIT visit, int depth) {
    const char *before = visit == preorder && depth > 0 ? "(" : "";
    if (visit == leaf)
        printf(depth > 0 ? "(%d)" : "%d", key_of(node));
    else if (visit == postorder)
        printf(" %d ", key_of(node));
    else
        printf("%s", visit == endorder && depth > 0 ? ")" : before);
}

static void list(const void *node, VISIT visit, void *separator) {
    if (visit != postorder && visit != leaf)
        return;
    printf("%s%d", *(const char **)separator, key_of(node));
    *(const char **)separator = " ";
}

static int freed;

static void count(void *key) {
    (void)key;
    freed++;
}

int main(void) {
    void *root = NULL;
    for (int i = 0; i < 6; i++)
        tsearch(&keys[i], &root, compare);
    twalk(root, show);
    printf("\n");
    void *parent = tdelete(&keys[4], &root, compare);
    printf("5 under %d\n", key_of(parent));
    twalk(root, show);
    printf("\n");
    printf("%s %d\n", tdelete(&keys[4], &root, compare) == NULL ? "none" : "one",
           key_of(tfind(&keys[1], &root, compare)));
    const char *separator = "";
    twalk_r(root, list, &separator);
    printf("\n");
    tdelete(&keys[0], &root, compare);
    tdestroy(root, count);
    printf("%d freed\n", freed);
    return 0;
}
