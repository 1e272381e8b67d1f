//! what: qsort of ints, strings and structs; stability; bsearch
//! run: exit 42
//! out: -3 -3 0 1 7 7 9 42 .
//! out: apple banana fig pear
//! out: ebdac
//! out: 7 1

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct entry { int key; char tag; };

static int by_int(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

static int by_text(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static int by_key(const void *a, const void *b) {
    return ((const struct entry *)a)->key - ((const struct entry *)b)->key;
}

int main(void) {
    int v[] = {9, -3, 7, 0, 7, 42, -3, 1};
    qsort(v, 8, sizeof v[0], by_int);
    for (int i = 0; i < 8; i++)
        printf("%d ", v[i]);
    const char *words[] = {"pear", "apple", "fig", "banana"};
    qsort(words, 4, sizeof words[0], by_text);
    printf(".\n%s %s %s %s\n", words[0], words[1], words[2], words[3]);
    struct entry e[] = {{2, 'a'}, {1, 'b'}, {2, 'c'}, {1, 'd'}, {0, 'e'}};
    qsort(e, 5, sizeof e[0], by_key);
    for (int i = 0; i < 5; i++)
        printf("%c", e[i].tag);
    int key = 42, missing = 5;
    int *found = bsearch(&key, v, 8, sizeof v[0], by_int);
    printf("\n%d %d\n", (int)(found - v), bsearch(&missing, v, 8, sizeof v[0], by_int) == NULL);
    return v[7];
}
