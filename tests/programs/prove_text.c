//! what: proofs: a text that is scanned up to its end

char __VERIFIER_nondet_char(void);

int main(void) {
    char text[5];
    int length = 0, digits = 0;
    for (int i = 0; i < 4; i++)
        text[i] = __VERIFIER_nondet_char();
    text[4] = 0;
    while (text[length]) {
        if (text[length] >= '0'
            && text[length] <= '9')
            digits++;
        length++;
    }
    if (length > 4) // infeasible: true
        return 1;
    if (digits > length) // infeasible: true
        return 2;
    if (text[4]) // infeasible: true
        return 3;
    if (length == 4)
        return 4;
    if (digits == 2)
        return 5;
    return 0;
}
