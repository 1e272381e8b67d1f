//! what: what depends on numbers in a text is reached: value, end, range and words
//! cover: branch 16/16
//! findings: none

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

char __VERIFIER_nondet_char(void);

int main(void) {
    char text[6], *end;
    for (int i = 0; i < 5; i++)
        text[i] = __VERIFIER_nondet_char();
    text[5] = 0;
    errno = 0;
    double value = strtod(text, &end);
    if (end == text)
        return 1;
    if (errno == ERANGE)
        return 2;
    if (*end != 0)
        return 4;
    if (isnan(value))
        return 5;
    if (value == 1.5)
        return 7;
    if (value * 10 - 3 < -123.25)
        return 8;
    float narrow = strtof(text, NULL);
    if (narrow / 8 == 2.0625f)
        return 9;
    return 0;
}
