/* Bubble sort of symbolic integers: one path per reachable order of comparisons, transitive constraints. */
#include "intrinsic.h"

#ifndef COUNT
#define COUNT 6
#endif

int main(void) {
    int values[COUNT];
    klee_make_symbolic(values, sizeof values, "values");
    int swaps = 0;
    for (int end = COUNT - 1; end > 0; end--)
        for (int i = 0; i < end; i++)
            if (values[i] > values[i + 1]) {
                int kept = values[i];
                values[i] = values[i + 1];
                values[i + 1] = kept;
                swaps++;
            }
    return swaps;
}
