/* Binary search of four symbolic keys in a sorted table: the index is concrete on each path, the comparisons are not. */
#include "intrinsic.h"

#define SIZE 15
#define KEYS 4

static const int table[SIZE] = {2, 3, 7, 12, 18, 21, 33, 40, 41, 57, 60, 78, 81, 90, 99};

static int find(int key) {
    int low = 0, high = SIZE - 1;
    while (low <= high) {
        int middle = (low + high) / 2;
        if (table[middle] == key) return middle;
        if (table[middle] < key)
            low = middle + 1;
        else
            high = middle - 1;
    }
    return -1;
}

int main(void) {
    int keys[KEYS], found = 0;
    klee_make_symbolic(keys, sizeof keys, "keys");
    for (int i = 0; i < KEYS; i++)
        if (find(keys[i]) >= 0) found++;
    return found;
}
