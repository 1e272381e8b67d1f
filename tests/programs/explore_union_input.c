//! what: the bytes of a symbolic integer read as a float
//! cover: branch 6/6

unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    union { unsigned u; float f; unsigned char b[4]; } x;
    x.u = __VERIFIER_nondet_uint();
    if (x.f == 1.0f)
        return 1;
    if (x.b[0] == 0xaa && x.b[3] == 0x55)
        return 2;
    return 0;
}
