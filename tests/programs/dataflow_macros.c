//! what: uses that share their place because a macro repeats them
//! cover: dataflow 6/6

int __VERIFIER_nondet_int(void);

#define BETWEEN(x, low, high) ((x) >= (low) && (x) <= (high))
#define TWICE(x) ((x) + (x))

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (BETWEEN(x, 3, 8))
        return TWICE(x);
    return 0;
}
