// Streams of stdio.h: the standard ones, their state, and buffering, which the model does not
// need.
//
// Standard output and error are sinks: their bytes leave through __assay_write with their
// current values, and nothing the program computes depends on them. All other streams have
// operations that read and write bytes as they are, so symbolic ones stay symbolic.

#include "assay.h"

static FILE input = {.fileno = 0, .operations = &__assay_descriptor_stream};
static FILE output = {.fileno = 1}, error = {.fileno = 2};

FILE *stdin = &input;
FILE *stdout = &output;
FILE *stderr = &error;

int feof(FILE *stream) {
    return (stream->flags & STREAM_AT_END) != 0;
}

int ferror(FILE *stream) {
    return (stream->flags & STREAM_FAILED) != 0;
}

int feof_unlocked(FILE *stream) {
    return feof(stream);
}

int ferror_unlocked(FILE *stream) {
    return ferror(stream);
}

void clearerr(FILE *stream) {
    stream->flags &= ~(STREAM_AT_END | STREAM_FAILED);
}

void clearerr_unlocked(FILE *stream) {
    clearerr(stream);
}

int fileno(FILE *stream) {
    if (stream->fileno < 0)
        errno = EBADF;
    return stream->fileno;
}

int fileno_unlocked(FILE *stream) {
    return fileno(stream);
}

int fflush(FILE *stream) {
    (void)stream;
    return 0;
}

int fflush_unlocked(FILE *stream) {
    (void)stream;
    return 0;
}

int setvbuf(FILE *stream, char *buffer, int mode, size_t size) {
    (void)stream;
    (void)buffer;
    (void)size;
    return mode >= 0 && mode <= 2 ? 0 : -1;
}

void setbuf(FILE *stream, char *buffer) {
    (void)stream;
    (void)buffer;
}

void setbuffer(FILE *stream, char *buffer, size_t size) {
    (void)stream;
    (void)buffer;
    (void)size;
}

void setlinebuf(FILE *stream) {
    (void)stream;
}

void flockfile(FILE *stream) {
    (void)stream;
}

void funlockfile(FILE *stream) {
    (void)stream;
}
