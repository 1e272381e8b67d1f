//! what: proofs: outcomes of conditions and of whole decisions
//! cover: condition 12/16

int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int even = x % 2 == 0;
    if (even
        && x == 7) // infeasible: true, decision true
        return 1;
    int low = x < 3;
    if (x >= 3
        || low) // infeasible: false, decision false
        return 2;
    return 3;
}
