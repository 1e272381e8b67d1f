/* Sieve of Eratosthenes with one byte per number, then a sum over the primes found. */
#include <stdio.h>

#ifndef SCALE
#define SCALE 5000000
#endif

static unsigned char composite[SCALE];

int main(void) {
    for (int factor = 2; factor <= (SCALE - 1) / factor; factor++)
        if (!composite[factor])
            for (int multiple = factor * factor; multiple < SCALE; multiple += factor) composite[multiple] = 1;
    unsigned count = 0, hash = 0;
    for (int number = 2; number < SCALE; number++)
        if (!composite[number]) {
            count++;
            hash = hash * 33u ^ (unsigned)number;
        }
    printf("sieve %u %08x\n", count, hash);
    return 0;
}
