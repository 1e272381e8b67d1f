//! what: functions of the library define what they are given the address of; scanf only what it has converted
//! cover: dataflow 21/21
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

void klee_make_symbolic(void *address, unsigned long size, const char *name);

static int scanned(const char *text) {
    int first = text[0], second = 2;
    sscanf(text, "%d%*d%d", &first, &second); // defines both, only the first, or none
    if (first > 5)
        return second;
    return first;
}

static int rest(const char *text) {
    char *end = 0;
    long value = strtol(text, &end, 10);
    if (*end) // the initialiser of end is no definition for this use
        return 1;
    return (int)value;
}

static int whole(double number) {
    double part;
    modf(number, &part);
    return part > 2;
}

int main(void) {
    int given = 7;
    char text[6] = "";
    klee_make_symbolic(&given, sizeof given, "given");
    klee_make_symbolic(text, 5, "text");
    if (given > 3)
        return scanned(text);
    if (given < 0)
        return rest(text);
    return whole(given);
}
