//! what: proofs: a member of a union is seen through another one

unsigned __VERIFIER_nondet_uint(void);

union word {
    unsigned whole;
    unsigned short half[2];
    unsigned char byte[4];
};

int main(void) {
    union word word;
    word.whole = 0;
    word.byte[1] = (unsigned char)__VERIFIER_nondet_uint();
    if (word.whole == 0x300)
        return 1;
    if (word.whole & 0xff) // infeasible: true
        return 2;
    if (word.half[1] != 0) // infeasible: true
        return 3;
    word.half[1] = 1;
    if (word.whole < 0x10000) // infeasible: true
        return 4;
    if (word.byte[2] == 1) // infeasible: false
        word.whole = 7;
    if (word.half[0] != 7) // infeasible: true
        return 5;
    return 0;
}
