//! what: a switch without default that falls through
//! cover: branch 10/10

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int n = 0;
    switch (__VERIFIER_nondet_uchar()) {
    case 'a':
        n += 1; /* fall through */
    case 'b':
        n += 10;
        break;
    case 'c':
        n += 100;
    }
    if (n == 11)
        return 1;
    return n;
}
