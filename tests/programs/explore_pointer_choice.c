//! what: a pointer that is one of several objects
//! cover: branch 8/8

int __VERIFIER_nondet_int(void);

static int a = 1, b = 2;

int main(void) {
    int c = 3;
    int x = __VERIFIER_nondet_int();
    int *p = &a;
    if (x == 10)
        p = &b;
    if (x > 20)
        p = &c;
    *p += 100;
    if (b == 102)
        return 1;
    if (c == 103)
        return 2;
    return a;
}
