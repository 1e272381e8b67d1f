//! what: statements of a switch: fall through, default in the middle, code after cases that all leave
//! cover: statement 17/17
//! cover: branch 21/22
//! cover: condition 23/24
//! cover: mcdc 1/2
//! infeasible-left: 1

int __VERIFIER_nondet_int(void);

static int choose(int x, int y) {
    int r = 0;
    switch (x) {
        case 1: r = 1;
        case 2: r += 2; break;
        default: r = 9; break;
        case 5 ... 7: if (y && r == 0) r = 3; else return 4;
    }
    r += 1;
    switch (y) { case 3: r++; break; case 4: r--; }
    switch (x & 1) {
        case 0: return r;
        default: return r + 1;
    }
}

int main(void) {
    return choose(__VERIFIER_nondet_int(), __VERIFIER_nondet_int());
}
