// Reading from streams.
//
// Whether there is one more byte is a branch where the size of a file is an input; whether a
// byte ends a line is another. The bytes themselves stay terms.

#include "assay.h"

// Up to `n` bytes; fewer only at the end or after an error.
static size_t read_bytes(FILE *stream, void *p, size_t n) {
    unsigned char *to = p;
    size_t count = 0;
    while (count < n && stream->pushed_count > 0)
        to[count++] = stream->pushed[--stream->pushed_count];
    if (count == n || (stream->flags & STREAM_AT_END))
        return count;
    if (stream->operations == NULL) {
        stream->flags |= STREAM_FAILED;
        errno = EBADF;
        return count;
    }
    ptrdiff_t more = stream->operations->read(stream, to + count, n - count);
    if (more < 0)
        stream->flags |= STREAM_FAILED;
    else if ((size_t)more < n - count)
        stream->flags |= STREAM_AT_END;
    return more < 0 ? count : count + (size_t)more;
}

int fgetc(FILE *stream) {
    unsigned char byte;
    return read_bytes(stream, &byte, 1) == 1 ? byte : EOF;
}

int getc(FILE *stream) {
    return fgetc(stream);
}

int _IO_getc(FILE *stream) {
    return fgetc(stream);
}

int getchar(void) {
    return fgetc(stdin);
}

int __uflow(FILE *stream) {
    return fgetc(stream);
}

int fgetc_unlocked(FILE *stream) {
    return fgetc(stream);
}

int getc_unlocked(FILE *stream) {
    return fgetc(stream);
}

int getchar_unlocked(void) {
    return fgetc(stdin);
}

int getw(FILE *stream) {
    int word;
    return read_bytes(stream, &word, sizeof word) == sizeof word ? word : EOF;
}

int ungetc(int c, FILE *stream) {
    if (c == EOF || stream->pushed_count == MOST_PUSHED)
        return EOF;
    stream->pushed[stream->pushed_count++] = (unsigned char)c;
    stream->flags &= ~STREAM_AT_END;
    return (unsigned char)c;
}

size_t fread(void *p, size_t size, size_t count, FILE *stream) {
    size_t bytes = size * count;
    if (bytes == 0)
        return 0;
    size_t read = read_bytes(stream, p, bytes);
    return read == bytes ? count : read / size;
}

size_t fread_unlocked(void *p, size_t size, size_t count, FILE *stream) {
    return fread(p, size, count, stream);
}

// ---- Lines ------------------------------------------------------------------------------

char *fgets(char *line, int size, FILE *stream) {
    if (size <= 0)
        return NULL;
    // Only an error of this call counts.
    int before = stream->flags & STREAM_FAILED;
    stream->flags &= ~STREAM_FAILED;
    int n = 0;
    while (n < size - 1) {
        int c = fgetc(stream);
        if (!__assay_is_symbolic((uint64_t)c) && c == EOF) {
            if (n > 0 && !(stream->flags & STREAM_FAILED))
                break;
            stream->flags |= before;
            return NULL;
        }
        line[n++] = (char)c;
        if (c == '\n')
            break;
    }
    stream->flags |= before;
    line[n] = 0;
    return line;
}

char *fgets_unlocked(char *line, int size, FILE *stream) {
    return fgets(line, size, stream);
}

char *__fgets_chk(char *line, size_t room, int size, FILE *stream) {
    if (size > 0 && (size_t)size > room)
        __assay_abort();
    return fgets(line, size, stream);
}

char *gets(char *line) {
    size_t n = 0;
    for (;;) {
        int c = fgetc(stdin);
        if (!__assay_is_symbolic((uint64_t)c) && c == EOF) {
            if (n == 0)
                return NULL;
            break;
        }
        if (c == '\n')
            break;
        line[n++] = (char)c;
    }
    line[n] = 0;
    return line;
}

enum { FIRST_LINE_ROOM = 120 };

ptrdiff_t getdelim(char **line, size_t *room, int delimiter, FILE *stream) {
    if (line == NULL || room == NULL) {
        errno = EINVAL;
        return -1;
    }
    if (*line == NULL || *room == 0) {
        *room = FIRST_LINE_ROOM;
        *line = __assay_realloc(*line, *room);
    }
    size_t n = 0;
    for (;;) {
        int c = fgetc(stream);
        if (!__assay_is_symbolic((uint64_t)c) && c == EOF)
            break;
        if (n + 2 > *room) {
            *room *= 2;
            *line = __assay_realloc(*line, *room);
        }
        (*line)[n++] = (char)c;
        if (c == delimiter)
            break;
    }
    if (n == 0)
        return -1;
    (*line)[n] = 0;
    return (ptrdiff_t)n;
}

ptrdiff_t __getdelim(char **line, size_t *room, int delimiter, FILE *stream) {
    return getdelim(line, room, delimiter, stream);
}

ptrdiff_t getline(char **line, size_t *room, FILE *stream) {
    return getdelim(line, room, '\n', stream);
}
