//! what: forward declarations, old-style definitions, implicit parameter promotion
//! flags: -std=c11 -Wno-deprecated-non-prototype
//! run: exit 10
//! out: 50 12 100

#include <stdio.h>

int later(int, double);
static int no_prototype();

int old_style(a, c, f)
int a;
char c;
float f;
{
    return a + c + (int)f;
}

int main(void) {
    printf("%d %d %d\n", later(2, 2.5), no_prototype(1, 2), old_style(1, 'a', 2.75f));
    return later(1, 1);
}

int later(int a, double d) { return (int)(a * d * 10); }
static int no_prototype(a, b) int a, b; { return a * 10 + b; }
