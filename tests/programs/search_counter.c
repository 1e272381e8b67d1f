//! what: a counter that only matching elements raise decides a branch
//! cover: branch 10/10
//! findings: none

enum { LENGTH = 16 };
extern int __VERIFIER_nondet_int(void);
static int hits(const int *values, int start) {
    int total = start;
    if (start == 2) {
        for (int i = 0; i < LENGTH; i++)
            if (values[i] == 3) total++;
        if (total == 8) return 1;
    }
    return 0;
}
int main(void) {
    int values[LENGTH];
    for (int i = 0; i < LENGTH; i++) values[i] = __VERIFIER_nondet_int();
    return hits(values, __VERIFIER_nondet_int());
}
