/* Fresh memory from malloc and the like holds 0xAA, as in Assay's machine, so that a program
 * that reads it before writing does the same in every run. Where memory runs out in a test, the
 * request is refused.
 *
 * Linked with -Wl,--wrap for each function. Blocks are kept filled up to their usable size, so
 * that what realloc adds is found filled too. */
#include "assay_inputs.h"

#include <errno.h>
#include <malloc.h>
#include <stddef.h>
#include <string.h>

#define FILL 0xAA

void *__real_malloc(size_t size);
void __real_free(void *block);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
void *__real_memalign(size_t alignment, size_t size);
void *__real_valloc(size_t size);
int __real_posix_memalign(void **block, size_t alignment, size_t size);
char *__real_strdup(const char *text);
char *__real_strndup(const char *text, size_t most);

static void *filled_from(void *block, size_t start) {
    if (block) {
        size_t end = malloc_usable_size(block);
        if (start < end)
            memset((char *)block + start, FILL, end - start);
    }
    return block;
}

void *__wrap_malloc(size_t size) {
    return FAILS("malloc") ? NULL : filled_from(__real_malloc(size), 0);
}

void *__wrap_calloc(size_t count, size_t size) {
    return FAILS("calloc") ? NULL : __real_calloc(count, size);
}

/* There in the replay of a unit. */
__attribute__((weak)) void assay_unit_released(const void *block, size_t size);

static void note_release(const void *block) {
    if (block && assay_unit_released)
        assay_unit_released(block, malloc_usable_size((void *)block));
}

void __wrap_free(void *block) {
    note_release(block);
    __real_free(block);
}

void *__wrap_realloc(void *block, size_t size) {
    if (size > 0 && FAILS("realloc"))
        return NULL;
    size_t before = block ? malloc_usable_size(block) : 0;
    note_release(block);
    return filled_from(__real_realloc(block, size), size < before ? size : before);
}

char *__wrap_strdup(const char *text) {
    return FAILS("strdup") ? NULL : __real_strdup(text);
}

char *__wrap___strdup(const char *text) {
    return FAILS("__strdup") ? NULL : __real_strdup(text);
}

char *__wrap_strndup(const char *text, size_t most) {
    return FAILS("strndup") ? NULL : __real_strndup(text, most);
}

void *__wrap_aligned_alloc(size_t alignment, size_t size) {
    if (FAILS("aligned_alloc"))
        return NULL;
    return filled_from(__real_aligned_alloc(alignment, size), 0);
}

void *__wrap_memalign(size_t alignment, size_t size) {
    if (FAILS("memalign"))
        return NULL;
    return filled_from(__real_memalign(alignment, size), 0);
}

void *__wrap_valloc(size_t size) {
    return FAILS("valloc") ? NULL : filled_from(__real_valloc(size), 0);
}

int __wrap_posix_memalign(void **block, size_t alignment, size_t size) {
    int before = errno, refused = FAILS("posix_memalign");
    if (refused)
        return errno = before, refused;
    int result = __real_posix_memalign(block, alignment, size);
    if (result == 0)
        filled_from(*block, 0);
    return result;
}
