//! what: proofs: bytes of a union that its initialiser says nothing of are zero, as compilers make them

int __VERIFIER_nondet_int(void);

union number {
    char c;
    int i;
    long l;
    unsigned char bytes[16];
};

struct tagged {
    int tag;
    union number number;
    char end[4];
};

static int sum(const unsigned char *bytes, int from, int count) {
    int all = 0;
    for (int i = from; i < count; i++)
        all += bytes[i];
    return all;
}

int main(void) {
    union number first = {1};
    if (first.l != 1) // infeasible: true
        return 1;
    union number empty = {0};
    if (sum(empty.bytes, 0, 16) != 0) // infeasible: true
        return 2;
    union number both[2] = {{3}, {4}};
    if (both[1].i != 4) // infeasible: true
        return 3;
    if (both[0].bytes[15] != 0) // infeasible: true
        return 3;
    struct tagged whole = {5, {6}, "abc"};
    if (whole.number.l != 6) // infeasible: true
        return 4;
    if (whole.end[1] != 'b') // infeasible: true
        return 4;
    // What is written there stays, whatever it is.
    struct tagged own = {1, {.bytes = "\xaa\xaa\xaa\xaa"}, "\xaa\xaa\xaa"};
    if (own.number.bytes[3] != 0xaa) // infeasible: true
        return 5;
    if (own.end[2] != (char)0xaa) // infeasible: true
        return 5;
    static union number still = {7};
    if (still.l != 7) // infeasible: true
        return 6;
    int x = __VERIFIER_nondet_int();
    if (x == 9)
        return 0;
    return 0;
}
