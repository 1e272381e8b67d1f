//! what: character classes of a symbolic byte
//! cover: branch 15/16
//! infeasible-left: 1

#include <ctype.h>

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char c = __VERIFIER_nondet_uchar();
    if (isdigit(c))
        return 1;
    if (isupper(c) && tolower(c) == 'q')
        return 2;
    if (isspace(c))
        return 3;
    if (isalpha(c) || c == '_')
        return 4;
    if (ispunct(c) && isalnum(c))
        return 5;
    return 0;
}
