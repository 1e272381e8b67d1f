//! what: a sort with a guard: four runs suffice for all branches
//! cover: branch 10/10
//! findings: none

extern int __VERIFIER_nondet_int(void);
enum { CAPACITY = 6 };
/* Sorts in place; -1 where there is no room. */
static int sort(int *items, int count) {
    if (count >= CAPACITY) return -1;
    for (int i = 0; i + 1 < count; i++)
        for (int j = 0; j + 1 < count - i; j++)
            if (items[j] > items[j + 1]) {
                int other = items[j];
                items[j] = items[j + 1];
                items[j + 1] = other;
            }
    return 0;
}
int main(void) {
    int items[CAPACITY];
    for (int i = 0; i < CAPACITY; i++) items[i] = __VERIFIER_nondet_int();
    return sort(items, __VERIFIER_nondet_int());
}
