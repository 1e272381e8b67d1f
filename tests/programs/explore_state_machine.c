//! what: a lock that opens after the right sequence
//! cover: branch 18/18

char __VERIFIER_nondet_char(void);

int main(void) {
    int state = 0;
    for (int i = 0; i < 4; i++) {
        char c = __VERIFIER_nondet_char();
        if (state == 0 && c == 'o')
            state = 1;
        else if (state == 1 && c == 'p')
            state = 2;
        else if (state == 2 && c == 'e')
            state = 3;
        else if (state == 3 && c == 'n')
            return 1;
        else
            state = 0;
    }
    return 0;
}
