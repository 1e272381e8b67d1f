//! what: enumerations: values, arithmetic, sizes
//! run: exit 18
//! out: 0 10 11 -3 -2
//! out: 11 4 8 1
//! out: 4294967297
//! out: 1

#include <stdio.h>

enum small { A, B = 10, C, D = -3, E };
enum big { HUGE = 0x100000000LL, MORE };
enum __attribute__((packed)) tiny { T0, T1 };

static enum small next(enum small s) { return (enum small)(s + 1); }

int main(void) {
    printf("%d %d %d %d %d\n", A, B, C, D, E);
    printf("%d %zu %zu %zu\n", next(B), sizeof(enum small), sizeof(enum big), sizeof(enum tiny));
    printf("%lld\n", (long long)MORE);
    enum small s = D;
    printf("%d\n", s < A);
    int table[] = {[A] = 5, [T1] = 6, [B] = 7};
    return table[B] + (int)(sizeof table / sizeof *table);
}
