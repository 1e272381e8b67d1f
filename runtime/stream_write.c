// Writing to streams.
//
// To a sink a string of symbolic length is written without splitting the path; to a file there
// is one path per length.

#include "assay.h"

size_t __assay_stream_write(FILE *stream, const void *p, size_t n) {
    if (stream->operations == NULL) {
        __assay_write(stream->fileno, p, (size_t)__assay_current(n));
        return n;
    }
    ptrdiff_t count = stream->operations->write(stream, p, n);
    if (count < 0 || (size_t)count < n)
        stream->flags |= STREAM_FAILED;
    return count < 0 ? 0 : (size_t)count;
}

static _Bool write_text(FILE *stream, const char *s) {
    size_t length = stream->operations == NULL ? strlen(s) : __assay_split_length(s, SIZE_MAX);
    return length == 0 || __assay_stream_write(stream, s, length) == length;
}

size_t fwrite(const void *p, size_t size, size_t count, FILE *stream) {
    size_t bytes = size * count;
    if (bytes == 0)
        return 0;
    __assay_touch((const char *)p + bytes - 1);
    size_t written = __assay_stream_write(stream, p, bytes);
    return written == bytes ? count : written / size;
}

int fputc(int c, FILE *stream) {
    unsigned char byte = (unsigned char)c;
    return __assay_stream_write(stream, &byte, 1) == 1 ? byte : EOF;
}

int putc(int c, FILE *stream) {
    return fputc(c, stream);
}

int _IO_putc(int c, FILE *stream) {
    return fputc(c, stream);
}

int putchar(int c) {
    return fputc(c, stdout);
}

int fputs(const char *s, FILE *stream) {
    return write_text(stream, s) ? 1 : EOF;
}

int puts(const char *s) {
    if (!write_text(stdout, s) || fputc('\n', stdout) == EOF)
        return EOF;
    return (int)(strlen(s) + 1);
}

int putw(int word, FILE *stream) {
    return __assay_stream_write(stream, &word, sizeof word) == sizeof word ? 0 : EOF;
}

int __overflow(FILE *stream, int c) {
    return fputc(c, stream);
}

int fputc_unlocked(int c, FILE *stream) {
    return fputc(c, stream);
}

int putc_unlocked(int c, FILE *stream) {
    return fputc(c, stream);
}

int putchar_unlocked(int c) {
    return putchar(c);
}

int fputs_unlocked(const char *s, FILE *stream) {
    return fputs(s, stream);
}

size_t fwrite_unlocked(const void *p, size_t size, size_t count, FILE *stream) {
    return fwrite(p, size, count, stream);
}

void perror(const char *prefix) {
    const char *text = __assay_error_text(errno);
    if (prefix != NULL && *prefix != 0) {
        fputs(prefix, stderr);
        fputs(": ", stderr);
    }
    fputs(text, stderr);
    fputc('\n', stderr);
}
