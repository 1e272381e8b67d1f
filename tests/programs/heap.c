//! what: malloc, calloc, realloc, free: contents move, zeroing, reuse
//! run: exit 2
//! out: 1 4 7
//! out: 1 2
//! out: 0
//! out: 0 0

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    int *v = malloc(4 * sizeof *v);
    for (int i = 0; i < 4; i++)
        v[i] = i + 1;
    v = realloc(v, 1000 * sizeof *v);
    v[999] = 7;
    printf("%d %d %d\n", v[0], v[3], v[999]);
    v = realloc(v, 2 * sizeof *v);
    printf("%d %d\n", v[0], v[1]);
    char *z = calloc(100, 3);
    int nonzero = 0;
    for (int i = 0; i < 300; i++)
        nonzero += z[i] != 0;
    printf("%d\n", nonzero);
    void *aligned = NULL;
    int error = posix_memalign(&aligned, 64, 100);
    printf("%d %d\n", error, (int)((size_t)aligned % 64));
    memset(aligned, 1, 100);
    free(aligned);
    free(NULL);
    free(z);
    int *fresh = realloc(NULL, sizeof *fresh);
    *fresh = v[1];
    free(v);
    int result = *fresh;
    free(fresh);
    return result;
}
