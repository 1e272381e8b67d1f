//! what: proofs: two functions that call each other and count in a global

unsigned __VERIFIER_nondet_uint(void);

static unsigned calls;

static int is_odd(unsigned n);

static int is_even(unsigned n) {
    calls++;
    if (n == 0)
        return 1;
    return is_odd(n - 1);
}

static int is_odd(unsigned n) {
    calls++;
    if (n == 0)
        return 0;
    int answer = is_even(n - 1);
    if (n == 0) // infeasible: true
        return 2;
    return answer;
}

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 4)
        return 1;
    calls = 0;
    int even = is_even(n);
    if (calls == 0) // infeasible, unproved: true
        return 2;
    if (calls == 5)
        return 3;
    if (even)
        return 4;
    if (n == 2) // infeasible, unproved: true
        return 5;
    return 0;
}
