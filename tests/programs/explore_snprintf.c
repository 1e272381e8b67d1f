//! what: text made of a symbolic number
//! cover: branch 8/8

#include <stdio.h>
#include <string.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    char text[16];
    unsigned x = __VERIFIER_nondet_uint();
    int n = snprintf(text, sizeof text, "%u", x);
    if (n == 4 && text[0] == '7' && text[3] == '3')
        return 1;
    if (strcmp(text, "1000000") == 0)
        return 2;
    return 0;
}
