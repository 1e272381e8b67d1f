//! what: uses in ternaries, short circuits, and conditions that change the variable
//! cover: dataflow 28/28

int __VERIFIER_nondet_int(void);

static int larger(int a, int b) { return a > b ? a : b; }

static int choose(int a, int b) { return a ? larger(a, b) : b + 1; }

int main(void) {
    int a = (__VERIFIER_nondet_int() & 31) - 16;
    int b = (__VERIFIER_nondet_int() & 31) - 16;
    int n = 0;
    if (a++ > 5 && b > 5)
        n = 1;
    if ((n = larger(a, b)) > 7)
        n++;
    int truth = a > 1 || b > 2;
    return n + truth + choose(a, b) > 30;
}
