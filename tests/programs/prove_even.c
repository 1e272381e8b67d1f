//! what: proofs: sums that stay even, and a difference that stays the same

int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned sum = 0, ahead = 5, behind = 0;
    while (__VERIFIER_nondet_int()) {
        sum += __VERIFIER_nondet_uint() * 2;
        ahead += 3;
        behind += 3;
        if (sum % 2) // infeasible: true
            return 1;
    }
    if (sum == 7) // infeasible: true
        return 3;
    if (ahead - behind != 5) // infeasible: true
        return 4;
    if (sum == 8)
        return 5;
    return 0;
}
