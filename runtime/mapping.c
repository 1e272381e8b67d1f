// Files and memory in the address space. A private mapping is a copy in the heap; one that is
// shared and may be written would have to write back, and ends the path.

#include "files.h"

enum { PROT_WRITE = 2, MAP_SHARED = 1, MAP_FIXED = 0x10, MAP_ANONYMOUS = 0x20, PAGE = 4096 };

#define FAILED ((void *)-1)

static void *refused(int error) {
    errno = error;
    return FAILED;
}

static void *map_file(int fd, size_t offset, size_t size, char *to) {
    struct opened *file = __assay_opened(fd);
    if (file == NULL)
        return FAILED;
    if ((file->flags & O_ACCMODE) == O_WRONLY)
        return refused(EACCES);
    if (file->node->kind != NODE_FILE)
        __assay_unsupported("'mmap' of what is no file");
    __assay_load(file->node);
    size_t there = __assay_available(file->node, offset, size);
    memcpy(to, file->node->bytes + offset, there);
    return to;
}

static void *map(size_t size, int protection, int flags, int fd, size_t offset) {
    if (size == 0 || offset % PAGE != 0)
        return refused(EINVAL);
    if (flags & MAP_FIXED)
        __assay_unsupported("'mmap' at a fixed address");
    _Bool is_file = !(flags & MAP_ANONYMOUS);
    if (is_file && (flags & 3) == MAP_SHARED && (protection & PROT_WRITE))
        __assay_unsupported("'mmap' of a file that is to be written");
    size_t room = (__assay_split(size, PAGE) + PAGE - 1) / PAGE * PAGE;
    char *to = __assay_aligned_alloc(PAGE, room);
    if (to == NULL)
        return refused(ENOMEM);
    memset(to, 0, room);
    if (!is_file)
        return to;
    void *result = map_file(fd, offset, size, to);
    if (result == FAILED)
        __assay_free(to);
    return result;
}

void *mmap(void *hint, size_t size, int protection, int flags, int fd, long offset) {
    (void)hint;
    return map(size, protection, flags, fd, (size_t)offset);
}

void *mmap64(void *hint, size_t size, int protection, int flags, int fd, int64_t offset) {
    (void)hint;
    return map(size, protection, flags, fd, (size_t)offset);
}

int munmap(void *start, size_t size) {
    if ((uintptr_t)start % PAGE != 0 || size == 0) {
        errno = EINVAL;
        return -1;
    }
    if (__assay_accessible(start) != (size + PAGE - 1) / PAGE * PAGE)
        __assay_unsupported("'munmap' of a part of a mapping");
    __assay_free(start);
    return 0;
}

static _Bool is_advice(int advice) {
    return (advice >= 0 && advice <= 4) || (advice >= 8 && advice <= 25) || advice == 100 ||
           advice == 101;
}

// The first ones only say how the memory will be used.
int madvise(void *start, size_t size, int advice) {
    enum { LAST_HINT = 3 };
    (void)size;
    if ((uintptr_t)start % PAGE != 0 || !is_advice(advice)) {
        errno = EINVAL;
        return -1;
    }
    if (advice > LAST_HINT)
        __assay_unsupported("'madvise' with an advice that changes memory");
    return 0;
}
