/* The one intrinsic the branchy programs use. */
#ifndef INTRINSIC_H
#define INTRINSIC_H
#include <stddef.h>
void klee_make_symbolic(void *address, size_t size, const char *name);
#endif
