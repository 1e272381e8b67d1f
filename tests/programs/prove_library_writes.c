//! what: proofs: functions of the C library write where it does not show

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    char digits[2] = { (char)('0' + (__VERIFIER_nondet_int() & 7)), 0 };
    char *words[] = { "program", "-x", "value", 0 };
    int printed = 0, read = 0, untouched = 0;
    unsigned seed = 1;
    printf("ab%n\n", &printed);
    if (printed == 0) // infeasible, unproved: true
        return 1;
    int first = optind;
    if (getopt(3, words, "x:") != 'x') // infeasible, unproved: true
        return 2;
    if (optind == first) // infeasible, unproved: true
        return 3;
    rand_r(&seed);
    if (seed == 1) // infeasible, unproved: true
        return 4;
    sscanf(digits, "%d", &read);
    if (read == 5)
        return 5;
    char *end = digits;
    long number = strtol(digits, &end, 10);
    if (number == 3)
        return 6;
    if (end == digits) // infeasible, unproved: true
        return 7;
    if (untouched) // infeasible: true
        return 8;
    return 0;
}
