// Sorting and searching.
//
// All branches on data are the caller's own, in its comparison. The order of comparisons is
// that of glibc (a stable merge sort, halves of n/2 and the rest; a plain bisection), so that a
// comparison with effects, and the order of equal elements, are the same as natively.

#include "assay.h"

typedef int (*comparison)(const void *, const void *);
typedef int (*comparison_with)(const void *, const void *, void *);

struct order {
    size_t size;
    comparison plain; // used where not null
    comparison_with with;
    void *argument;
};

static int compare(const struct order *o, const void *a, const void *b) {
    return o->plain != NULL ? o->plain(a, b) : o->with(a, b, o->argument);
}

static void merge_sort(char *base, size_t n, char *scratch, const struct order *o) {
    if (n <= 1)
        return;
    size_t left = n / 2, right = n - left;
    char *a = base, *b = base + left * o->size, *out = scratch;
    merge_sort(a, left, scratch, o);
    merge_sort(b, right, scratch, o);
    while (left > 0 && right > 0) {
        if (compare(o, a, b) <= 0) {
            memcpy(out, a, o->size);
            a += o->size;
            left--;
        } else {
            memcpy(out, b, o->size);
            b += o->size;
            right--;
        }
        out += o->size;
    }
    memcpy(out, a, left * o->size);
    memcpy(base, scratch, (n - right) * o->size);
}

static void sort(void *base, size_t n, const struct order *o) {
    if (n <= 1 || o->size == 0)
        return;
    char *scratch = __assay_malloc(n * o->size);
    if (scratch == NULL)
        __assay_unsupported("qsort without memory for its copy");
    merge_sort(base, n, scratch, o);
    __assay_free(scratch);
}

void qsort(void *base, size_t n, size_t size, comparison compare) {
    struct order o = {size, compare, NULL, NULL};
    sort(base, n, &o);
}

void qsort_r(void *base, size_t n, size_t size, comparison_with compare, void *argument) {
    struct order o = {size, NULL, compare, argument};
    sort(base, n, &o);
}

void *bsearch(const void *key, const void *base, size_t n, size_t size, comparison compare) {
    size_t low = 0, high = n;
    while (low < high) {
        size_t middle = (low + high) / 2;
        const char *at = (const char *)base + middle * size;
        int order = compare(key, at);
        if (order == 0)
            return (void *)at;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

void *lfind(const void *key, const void *base, size_t *n, size_t size, comparison compare) {
    for (size_t i = 0; i < *n; i++) {
        const char *at = (const char *)base + i * size;
        if (compare(key, at) == 0)
            return (void *)at;
    }
    return NULL;
}

void *lsearch(const void *key, void *base, size_t *n, size_t size, comparison compare) {
    void *found = lfind(key, base, n, size, compare);
    if (found != NULL)
        return found;
    found = (char *)base + *n * size;
    memcpy(found, key, size);
    *n += 1;
    return found;
}
