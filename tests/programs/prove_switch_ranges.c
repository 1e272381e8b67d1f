//! what: a label with a long range is false where any other label of its switch is taken

unsigned char __VERIFIER_nondet_uchar(void);

static int bounded(int x) {
    switch (x) { // infeasible: true
        case -2 ... 1: return 1; // infeasible: false
        case 7 ... 108: return 2; // infeasible: true
    }
    return 3;
}

static int whole(int x) {
    switch (x) {
        case 0 ... 99: return 1;
        case 100: return 2;
        case 101 ... 200: return 3;
        default: return 4;
        case 1000 ... 2000: return 5; // infeasible: true
    }
}

int main(void) {
    unsigned char x = __VERIFIER_nondet_uchar();
    return bounded(x & 1) + whole(x);
}
