//! what: inputs in integers of more than 128 bits: sums, products, quotients, shifts, order
//! flags: -std=c23
//! cover: branch 20/20

typedef unsigned _BitInt(256) wide;
typedef signed _BitInt(200) narrower;

unsigned long long __VERIFIER_nondet_ulonglong(void);
unsigned __VERIFIER_nondet_uint(void);

static wide input(void) {
    wide high = __VERIFIER_nondet_ulonglong();
    return high << 150 | __VERIFIER_nondet_ulonglong();
}

int main(void) {
    wide x = input();
    unsigned n = __VERIFIER_nondet_uint();
    int reached = 0;
    if (x + 77 == ((wide)123456789 << 151) + 80)
        reached |= 1;
    if (x * 3 == ((wide)3 << 160) + 21)
        reached |= 2;
    if (x / 1000003 == (wide)1 << 150)
        reached |= 4;
    if (n < 256 && x >> n == 5 && x > (wide)1 << 200)
        reached |= 8;
    narrower y = (narrower)x - ((narrower)1 << 180);
    if (y < -((narrower)1 << 179))
        reached |= 16;
    switch (x) {
    case (wide)7 << 170:
        return reached + 100;
    case 12345:
        return reached + 200;
    }
    return reached;
}
