//! what: rand and rand_r give glibc's sequence
//! run: exit 83
//! out: 1804289383 846930886
//! out: 153692284
//! out: 1187592820 153898277
//! out: 1804289383

#include <stdio.h>
#include <stdlib.h>

int main(void) {
    printf("%d %d\n", rand(), rand());
    srand(42);
    for (int i = 0; i < 100; i++)
        rand();
    printf("%d\n", rand());
    unsigned seed = 7;
    printf("%d", rand_r(&seed));
    printf(" %d\n", rand_r(&seed));
    srandom(1);
    printf("%ld\n", random());
    srand(0);
    return rand() % 100;
}
