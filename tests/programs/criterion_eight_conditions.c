//! what: decisions of eight conditions
//! cover: statement 32/32
//! cover: branch 32/32
//! cover: condition 36/36
//! cover: mcdc 16/16

int __VERIFIER_nondet_int(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_int();
    int chain = (x & 1) && (x & 2) && (x & 4) && (x & 8) && (x & 16) && (x & 32) && (x & 64) && (x & 128);
    if (((x & 256) || (x & 512)) && ((x & 1024) || (x & 2048)) && ((x & 4096) || (x & 8192)) && ((x & 16384) || (x & 32768)))
        return chain + 2;
    return chain;
}
