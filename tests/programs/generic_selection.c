//! what: _Generic, typeof, _Alignof, offsetof, _Static_assert
//! run: exit 16
//! out: int char long float
//! out: string const int * unsigned other
//! out: double 2.5
//! out: 8 32 48 16

#include <stddef.h>
#include <stdio.h>

#define KIND(x)                 \
    _Generic((x),               \
        char: "char",           \
        int: "int",             \
        unsigned: "unsigned",   \
        long: "long",           \
        double: "double",       \
        float: "float",         \
        char *: "string",       \
        const int *: "const int *", \
        default: "other")

struct layout {
    char a;
    double b;
    short c;
    _Alignas(16) int d;
};

_Static_assert(sizeof(int) == 4, "int");

int main(void) {
    const int v = 1;
    printf("%s %s %s %s\n", KIND('a'), KIND((char)1), KIND(1L), KIND(1.0f));
    printf("%s %s %s %s\n", KIND("x"), KIND(&v), KIND(1u + 1), KIND((short)1));
    typeof(v + 1.0) d = 2.5;
    printf("%s %g\n", KIND(d), d);
    printf("%zu %zu %zu %zu\n", offsetof(struct layout, b), offsetof(struct layout, d),
           sizeof(struct layout), _Alignof(struct layout));
    return (int)offsetof(struct layout, c);
}
