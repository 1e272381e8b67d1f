//! what: proofs: outcomes of conditions and of whole decisions
//! cover: condition 8/12

int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int even = x % 2 == 0;
    if (even // infeasible: decision true
        && x == 7) // infeasible: true
        return 1;
    int low = x < 3;
    if (x >= 3 // infeasible: decision false
        || low) // infeasible: false
        return 2;
    return 3;
}
