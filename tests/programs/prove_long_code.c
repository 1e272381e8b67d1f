//! what: proofs: a way that only the prover finds, behind 24 right digits in a row
//! options: --search dfs

int __VERIFIER_nondet_int(void);

static const int code[] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3, 2, 3, 8, 4, 6, 2, 6, 4};

int main(void) {
    int state = 0;
    for (;;) {
        int digit = __VERIFIER_nondet_int();
        if (digit < 0)
            return 0;
        if (state > 24) // infeasible: true
            return 2;
        if (digit == code[state])
            state++;
        else
            state = 0;
        if (state == 24)
            return 1;
    }
}
