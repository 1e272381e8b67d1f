//! what: computed gotos into labels that the code before them also runs into
//! run: exit 0
//! out: 1 12 127 123

#include <stdio.h>

/* At each label `sum` and `step` come from the code above it or from the goto. */
static int walk(const int *way) {
    static void *const labels[] = {&&one, &&two, &&three, &&end};
    int sum = 0, step = 1, last = 0;
    goto *labels[*way];
one:
    last = sum;
    sum = sum * 10 + 1;
    step = 2;
two:
    if (step == 2)
        sum = sum * 10 + 2;
    else
        sum = last + sum + step;
three:
    sum = sum * 10 + step;
    step = step == 2 ? 3 : 0;
    goto *labels[*++way];
end:
    return sum;
}

/* Values change places on the way. */
static int turn(int count) {
    static void *const labels[] = {&&again, &&done};
    int a = 1, b = 2, c = 3;
again:;
    int old = a;
    a = b;
    b = c;
    c = old;
    goto *labels[--count <= 0];
done:
    return a * 100 + b * 10 + c;
}

int main(void) {
    const int first[] = {3}, second[] = {2, 3}, third[] = {1, 2, 3};
    printf("%d %d %d %d\n", walk(first) + 1, walk(second) + 11, walk(third) + 17, turn(3));
    return 0;
}
