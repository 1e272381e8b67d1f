//! what: structs of 1 to 40 bytes by value in the 32-bit calling convention
//! flags: -m32
//! run: exit 7
//! out: 2 4 7
//! out: 10 5
//! out: 30
//! out: 45 5

#include <stdio.h>

struct one { char a; };
struct two { short a; };
struct four { int a; };
struct five { char a[5]; };
struct eight { int a, b; };
struct twenty { int a[5]; };

static struct one f1(struct one s) { s.a++; return s; }
static struct two f2(struct two s) { s.a += 2; return s; }
static struct four f4(struct four s) { s.a += 4; return s; }
static struct five f5(struct five s) { s.a[4] += 5; return s; }
static struct eight f8(struct eight s) { s.a += s.b; return s; }
static struct twenty f20(int before, struct twenty s, int after) {
    s.a[2] += before * after;
    return s;
}

int main(void) {
    struct five v = {{1, 2, 3, 4, 5}};
    struct twenty w = {{1, 2, 3, 4, 5}};
    printf("%d %d %d\n", f1((struct one){1}).a, f2((struct two){2}).a, f4((struct four){3}).a);
    printf("%d %d\n", f5(v).a[4], v.a[4]);
    printf("%d\n", f8((struct eight){10, 20}).a);
    w = f20(6, w, 7);
    printf("%d %d\n", w.a[2], w.a[4]);
    return f8((struct eight){3, 4}).a;
}
