//! what: proofs: cases that cannot be, and fall through into ones that can

int __VERIFIER_nondet_int(void);

int main(void) {
    unsigned x = (unsigned)__VERIFIER_nondet_int();
    int result = 0;
    switch (x & 6) {
        case 0:
            result = 1;
            break;
        case 2:
            result = 2;
        case 3: // infeasible: true
            result += 3;
            break;
        case 4:
            result = 7;
        case 7: // infeasible: true
            break;
        default:
            result = 8;
    }
    if (result == 2) // infeasible: true
        return 1;
    if (result == 3) // infeasible: true
        return 2;
    if (result == 5)
        return 3;
    switch ((signed char)x) {
        case 200: // infeasible: true
            return 4;
        case -56:
            return 5;
        default:
            return 0;
    }
}
