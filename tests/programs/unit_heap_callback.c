//! what: the function behind a pointer gives the unit's input back to the heap
//! entry: grow
//! cover: branch 6/6

#include <stdlib.h>

struct buffer {
    char *data;
    size_t size;
    void *(*resize)(void *, size_t);
};

static void *plain_resize(void *old, size_t size) { return realloc(old, size); }

void *(*const resizer)(void *, size_t) = plain_resize;

int grow(struct buffer *buffer, unsigned char size) {
    if (!buffer || !buffer->resize)
        return -1;
    if (size <= buffer->size)
        return 0;
    buffer->data = buffer->resize(buffer->data, size);
    buffer->size = size;
    return 1;
}
