//! what: tables of functions, callbacks, functions that return functions
//! run: exit 42
//! out: 24 16 80 .
//! out: 10 -10 24
//! out: rectangle 15
//! out: square 16
//! out: 1 0

#include <stdio.h>

typedef int (*operation)(int, int);

static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }

static const operation table[] = {add, sub, mul};

static operation pick(char c) {
    return c == '+' ? add : c == '-' ? sub : mul;
}

static int fold(const int *v, int n, int start, operation f) {
    for (int i = 0; i < n; i++)
        start = f(start, v[i]);
    return start;
}

struct shape {
    const char *name;
    int (*area)(const struct shape *);
    int a, b;
};

static int rectangle(const struct shape *s) { return s->a * s->b; }
static int square(const struct shape *s) { return s->a * s->a; }

int main(void) {
    int v[] = {1, 2, 3, 4};
    for (int i = 0; i < 3; i++)
        printf("%d ", table[i](20, 4));
    printf(".\n%d %d %d\n", fold(v, 4, 0, pick('+')), fold(v, 4, 0, pick('-')), fold(v, 4, 1, pick('*')));
    struct shape shapes[] = {{"rectangle", rectangle, 3, 5}, {"square", square, 4, 0}};
    for (int i = 0; i < 2; i++)
        printf("%s %d\n", shapes[i].name, shapes[i].area(&shapes[i]));
    printf("%d %d\n", pick('-') == sub, table[0] != add);
    return (*pick('*'))(6, 7);
}
