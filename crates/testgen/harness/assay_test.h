/* What the test of a function is written with.
 *
 * A test file includes the source of the function and can be compiled alone:
 *
 *     clang-19 t0001.c assay_inputs.c assay_externals.c assay_harness.c OTHER-SOURCES...
 *
 * The Makefile compiles all of them at once instead (ASSAY_SUITE), with the source only once. */
#ifndef ASSAY_TEST_H
#define ASSAY_TEST_H

#include "assay_inputs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef ASSAY_SUITE
#define ASSAY_MAIN(name)
#else
#define ASSAY_MAIN(name)                              \
    const struct assay_input assay_inputs[] = {END}; \
    int main(void) {                                  \
        name();                                       \
        return 0;                                     \
    }
#endif

#define TEST(name)           \
    static void name(void); \
    ASSAY_MAIN(name)         \
    static void name(void)

/* Values that functions without a definition return, in the order in which they are called. */
#define RETURNED(...) assay_next = (const struct assay_input[]){__VA_ARGS__}

#define EXPECT(condition)                                                                   \
    do {                                                                                    \
        if (!(condition)) {                                                                 \
            fprintf(stderr, "%s:%d: not as recorded: %s\n", __FILE__, __LINE__, #condition); \
            exit(1);                                                                        \
        }                                                                                   \
    } while (0)

/* An object that the function may free. */
#define ON_HEAP(type, ...) memcpy(malloc(sizeof(type)), &(type)__VA_ARGS__, sizeof(type))

#endif
