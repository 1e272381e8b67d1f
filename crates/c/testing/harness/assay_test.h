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

#ifdef ASSAY_SUITE
#define ASSAY_MAIN(name)
#else
#define ASSAY_MAIN(name)                                               \
    const struct assay_input assay_inputs[] = {ASSAY_LAST(ASSAY_END)}; \
    int main(void) {                                                   \
        assay_##name();                                                \
        return 0;                                                      \
    }
#endif

#define ASSAY_TEST(name)            \
    static void assay_##name(void); \
    ASSAY_MAIN(name)                \
    static void assay_##name(void)

/* Values that functions without a definition return, in the order in which they are called. */
#define ASSAY_RETURNED(...) assay_next = (const struct assay_input[]){__VA_ARGS__}

/* Calls of the program that fail: {"malloc", 2, 12} is the second one of malloc, with ENOMEM. */
#define ASSAY_FAILING(...) assay_failures = (struct assay_failure[]){__VA_ARGS__, {0}}

/* Ends the test with status 1 if this does not hold. */
#define ASSAY_EXPECT(...) assay_expect((__VA_ARGS__) ? 1 : 0, __FILE__, __LINE__, #__VA_ARGS__)
void assay_expect(int holds, const char *file, int line, const char *condition);

/* Whether there are the same bytes. */
#define ASSAY_SAME(bytes, expected, size) (__builtin_memcmp(bytes, expected, size) == 0)
#define ASSAY_COPY(to, bytes, size) __builtin_memcpy(to, bytes, size)

/* An object that the function may free. */
#define ASSAY_ON_HEAP(type, ...) assay_on_heap(&(type)__VA_ARGS__, sizeof(type))
void *assay_on_heap(const void *value, unsigned long size);

/* A stream on these bytes: a FILE *. */
void *assay_stream(void *bytes, unsigned long size, const char *mode);

/* Runs the test that the program is called by; 2 if there is none of that name. */
struct assay_named_test {
    const char *name;
    void (*test)(void);
};
int assay_run_named(const struct assay_named_test *tests);

#endif
