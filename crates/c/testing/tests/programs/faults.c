/* One fault for each number; most leave no trace without sanitizers. */
#include <stdlib.h>
#include <string.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    int which = __VERIFIER_nondet_int();
    volatile int zero = 0, large = 2147483647;
    int array[4] = {0};
    char *block = malloc(8), *other = malloc(8);
    switch (which) {
    case 1: return array[4 + zero];
    case 2: return block[8 + zero];
    case 3: free(block); return block[zero];
    case 4: free(block); free(block + zero); return 0;
    case 5: free(array + zero); return 0;
    case 6: return *(int *)(long)zero;
    case 7: return 1 / zero;
    case 8: return large + 1;
    case 9: return 1 << (40 + zero);
    case 10: memset(block, 1, 9 + zero); return 0;
    case 11: return other[0] == (char)0xAA && other[7] == (char)0xAA;
    }
    return 0;
}
