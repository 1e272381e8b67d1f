//! what: every case and the default of a switch
//! cover: branch 8/8
//! paths: 4

int __VERIFIER_nondet_int(void);

int main(void) {
    switch (__VERIFIER_nondet_int()) {
    case -5:
        return 1;
    case 0:
        return 2;
    case 70000:
        return 3;
    default:
        return 4;
    }
}
