// Streams in memory: fmemopen and open_memstream.

#include "files.h"

enum { MOST_SIZES = 64 };

// A fixed buffer, or one that grows, with the places where the program looks for it.
struct buffer {
    char *bytes;
    size_t room, size, offset;
    _Bool grows, appends, reads, writes;
    char **shown_bytes;
    size_t *shown_size;
};

static ptrdiff_t read_buffer(FILE *stream, void *p, size_t n) {
    struct buffer *b = stream->state;
    if (!b->reads) {
        errno = EBADF;
        return -1;
    }
    size_t left = b->offset < b->size ? b->size - b->offset : 0;
    // Whoever reads wants to know how much as a constant, one path each.
    size_t count = __assay_split(n < left ? n : left, MOST_SIZES);
    memcpy(p, b->bytes + b->offset, count);
    b->offset += count;
    return (ptrdiff_t)count;
}

static void show(struct buffer *b) {
    if (b->grows) {
        *b->shown_bytes = b->bytes;
        *b->shown_size = b->offset < b->size ? b->offset : b->size;
    }
}

static void grow(struct buffer *b, size_t size) {
    size_t room = 2 * size + 64;
    b->bytes = __assay_realloc(b->bytes, room);
    memset(b->bytes + b->room, 0, room - b->room);
    b->room = room;
}

static ptrdiff_t write_buffer(FILE *stream, const void *p, size_t n) {
    struct buffer *b = stream->state;
    if (!b->writes) {
        errno = EBADF;
        return -1;
    }
    if (b->appends)
        b->offset = b->size;
    if (b->grows && b->offset + n + 1 > b->room)
        grow(b, b->offset + n + 1);
    size_t left = b->offset < b->room ? b->room - b->offset : 0;
    size_t count = n < left ? n : left;
    memcpy(b->bytes + b->offset, p, count);
    b->offset += count;
    if (b->offset > b->size)
        b->size = b->offset;
    if (b->size < b->room)
        b->bytes[b->size] = 0;
    show(b);
    return (ptrdiff_t)count;
}

static int64_t seek_buffer(FILE *stream, int64_t offset, int whence) {
    struct buffer *b = stream->state;
    int64_t from = whence == SEEK_CUR ? (int64_t)b->offset : whence == SEEK_END ? (int64_t)b->size : 0;
    int64_t to = (int64_t)__assay_concretise((uint64_t)(from + offset));
    if (to < 0 || (!b->grows && (size_t)to > b->room)) {
        errno = EINVAL;
        return -1;
    }
    if (b->grows && (size_t)to + 1 > b->room)
        grow(b, (size_t)to + 1);
    b->offset = (size_t)to;
    show(b);
    return to;
}

static int close_buffer(FILE *stream) {
    __assay_free(stream->state);
    return 0;
}

static const struct stream_operations buffer_stream = {
    read_buffer, write_buffer, seek_buffer, close_buffer};

static FILE *new_stream(struct buffer buffer) {
    struct buffer *state = __assay_malloc(sizeof *state);
    *state = buffer;
    FILE *stream = __assay_malloc(sizeof *stream);
    *stream = (FILE){.fileno = -1, .operations = &buffer_stream, .state = state};
    return stream;
}

FILE *fmemopen(void *bytes, size_t size, const char *mode) {
    _Bool both = strchr(mode, '+') != NULL;
    struct buffer b = {.bytes = bytes,
                       .room = size,
                       .appends = *mode == 'a',
                       .reads = both || *mode == 'r',
                       .writes = both || *mode != 'r'};
    if (bytes == NULL) {
        b.bytes = __assay_malloc(size);
        memset(b.bytes, 0, size);
    }
    if (*mode == 'r')
        b.size = size;
    else if (*mode == 'a')
        b.size = b.offset = __assay_split_length(b.bytes, size);
    else if (size > 0)
        b.bytes[0] = 0;
    return new_stream(b);
}

FILE *open_memstream(char **bytes, size_t *size) {
    struct buffer b = {.grows = 1, .writes = 1, .shown_bytes = bytes, .shown_size = size};
    grow(&b, 1);
    show(&b);
    return new_stream(b);
}
