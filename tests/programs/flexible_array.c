//! what: flexible array members
//! run: exit 252
//! out: 4 6 k 252

#include <stdio.h>
#include <stdlib.h>

struct packet {
    unsigned short length;
    char tag;
    unsigned data[];
};

int main(void) {
    int n = 6;
    struct packet *p = malloc(sizeof *p + n * sizeof p->data[0]);
    p->length = (unsigned short)n;
    p->tag = 'k';
    for (int i = 0; i < n; i++)
        p->data[i] = 1u << i;
    p = realloc(p, sizeof *p + 2 * n * sizeof p->data[0]);
    for (int i = n; i < 2 * n; i++)
        p->data[i] = p->data[i - n] * 3;
    unsigned sum = 0;
    for (int i = 0; i < 2 * n; i++)
        sum += p->data[i];
    printf("%zu %d %c %u\n", sizeof *p, p->length, p->tag, sum);
    free(p);
    return (int)sum;
}
