//! what: a loop that ends when a byte is shifted out
//! cover: branch 2/2
//! paths: 9

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char x = __VERIFIER_nondet_uchar();
    int bits = 0;
    while (x) {
        x >>= 1;
        bits++;
    }
    return bits;
}
