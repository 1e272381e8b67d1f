//! what: differences, negative indices, comparison, void pointers, casts
//! run: exit 11
//! out: 5 -5 33 77 99
//! out: 1 1 0
//! out: 77 20
//! out: 66 5
//! out: 44
//! out: 66 -1

#include <stdint.h>
#include <stdio.h>

int main(void) {
    int v[10];
    for (int i = 0; i < 10; i++)
        v[i] = i * 11;
    int *p = v + 5, *end = v + 10;
    printf("%td %td %d %d %d\n", end - p, p - end, p[-2], 2 [p], *(end - 1));
    printf("%d %d %d\n", p > v, end == &v[10], p != v + 5);
    char *c = (char *)p;
    printf("%d %td\n", *(int *)(c + 8), (char *)end - c);
    uintptr_t bits = (uintptr_t)p;
    int *back = (int *)(bits + sizeof(int));
    printf("%d %d\n", *back, (int)(((uintptr_t)end - bits) / sizeof(int)));
    void *q = &v[3];
    printf("%d\n", *((int *)q + 1));
    int **pp = &p;
    ++*pp;
    (*pp)[1] = -1;
    printf("%d %d\n", *p, v[7]);
    const char *s = &"hello"[1];
    return s[2] - 'a';
}
