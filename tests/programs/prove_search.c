//! what: proofs: a binary search stays within its bounds

unsigned __VERIFIER_nondet_uint(void);

static const unsigned primes[8] = { 2, 3, 5, 7, 11, 13, 17, 19 };

int main(void) {
    unsigned key = __VERIFIER_nondet_uint(), low = 0, high = 8;
    while (low < high) {
        unsigned middle = (low + high) / 2;
        if (middle >= 8) // infeasible: true
            return 1;
        if (middle < low) // infeasible: true
            return 2;
        if (primes[middle] < key)
            low = middle + 1;
        else
            high = middle;
    }
    if (low > 8) // infeasible: true
        return 3;
    if (low != high) // infeasible: true
        return 4;
    if (low == 8)
        return 5;
    if (primes[low] == key)
        return 6;
    return 0;
}
