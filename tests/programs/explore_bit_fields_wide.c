//! what: an input in a packed bit-field among more than 128 bits that share bytes
//! cover: branch 6/8
//! infeasible-left: 2

int __VERIFIER_nondet_int(void);

#pragma pack(push, 1)
struct wide {
    unsigned a : 21;
    signed b : 18;
    unsigned c : 27;
    signed d : 29;
    unsigned e : 22;
    signed f : 30;
};
#pragma pack(pop)

int main(void) {
    struct wide it = {0};
    it.b = __VERIFIER_nondet_int();
    it.f = __VERIFIER_nondet_int();
    if (it.b == -77777)
        return 1;
    if (it.f == 0x12345678)
        return 2;
    if (it.a || it.c)
        return 3;
    return 0;
}
