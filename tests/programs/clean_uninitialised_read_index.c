//! what: a branch on an element that is among the written ones
//! findings: none

#include <stdlib.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    char *text = malloc(8);
    if (!text)
        return 0;
    for (int i = 0; i < 4; i++)
        text[i] = (char)('a' + i);
    unsigned n = __VERIFIER_nondet_uint();
    int hit = 0;
    // The index says whether it was written.
    if (n < 4 && text[n] == 'c')
        hit = 1;
    free(text);
    return hit;
}
