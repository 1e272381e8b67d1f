//! what: pointers in arrays, in structures, on the heap, given to functions that a pointer calls, and as further arguments
//! options: --dataflow-extended
//! cover: dataflow 38/43

#include <stdarg.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int *value;
};

typedef void (*change)(int *, int);

static void set(int *to, int by) { *to = by; }
static void keep(int *to, int by) { (void)to, (void)by; }

static void all(int count, ...) {
    va_list list;
    va_start(list, count);
    while (count-- > 0) // infeasible: count from 23:17 then true, count from 20:21 then false
        *va_arg(list, int *) = 3;
    va_end(list);
}

static int total(const struct node *from) {
    int sum = 0;
    do
        sum += *from->value;
    while ((from = from->next)); // infeasible, unproved: from from 32:18 then true, from from 28:37 then false, first.next from 47:25 then false
    return sum;
}

int main(void) {
    int x = 1, y = 2;
    int *both[2] = { &x, &y };
    int a = __VERIFIER_nondet_int() & 63;
    change how = a > 0 ? set : keep;
    how(both[a & 1], a);
    if (a > 7)
        all(1, &y);
    struct node *last = malloc(sizeof *last);
    last->next = 0;
    last->value = &y;
    struct node first = { last, &x };
    int sum = total(&first);
    free(last);
    return sum;
}
