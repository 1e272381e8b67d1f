// Streams of stdio.h.
//
// Standard output and error are sinks: their bytes leave through __assay_write with their
// current values, and nothing the program computes depends on them. Standard input is at its
// end, and there are no files: opening one fails with ENOENT. Nothing here splits a path, except
// that a string without a sure end may be an out-of-bounds read.

#include "assay.h"

enum { END_SEEN = 0x10, ERROR_SEEN = 0x20 }; // glibc's bits of `flags`

static FILE input = {.fileno = 0}, output = {.fileno = 1}, error = {.fileno = 2};

FILE *stdin = &input;
FILE *stdout = &output;
FILE *stderr = &error;

// ---- Writing ----------------------------------------------------------------------------

static _Bool may_write(FILE *stream) {
    if (stream->fileno != 0)
        return 1;
    stream->flags |= ERROR_SEEN;
    errno = EBADF;
    return 0;
}

static _Bool write_bytes(FILE *stream, const void *p, size_t n) {
    if (!may_write(stream))
        return 0;
    __assay_write(stream->fileno, p, n);
    return 1;
}

size_t fwrite(const void *p, size_t size, size_t count, FILE *stream) {
    size_t bytes = size * count;
    if (bytes == 0)
        return 0;
    __assay_touch((const char *)p + bytes - 1);
    return write_bytes(stream, p, (size_t)__assay_current(bytes)) ? count : 0;
}

int fputc(int c, FILE *stream) {
    unsigned char byte = (unsigned char)c;
    return write_bytes(stream, &byte, 1) ? byte : EOF;
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
    size_t length = strlen(s);
    return write_bytes(stream, s, (size_t)__assay_current(length)) ? 1 : EOF;
}

int puts(const char *s) {
    size_t length = strlen(s);
    __assay_write(stdout->fileno, s, (size_t)__assay_current(length));
    __assay_write(stdout->fileno, "\n", 1);
    return (int)(length + 1);
}

int putw(int word, FILE *stream) {
    return write_bytes(stream, &word, sizeof word) ? 0 : EOF;
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

// ---- Reading ----------------------------------------------------------------------------

static int read_byte(FILE *stream) {
    stream->flags |= stream->fileno == 0 ? END_SEEN : ERROR_SEEN;
    return EOF;
}

int fgetc(FILE *stream) {
    return read_byte(stream);
}

int getc(FILE *stream) {
    return read_byte(stream);
}

int _IO_getc(FILE *stream) {
    return read_byte(stream);
}

int getchar(void) {
    return read_byte(stdin);
}

int __uflow(FILE *stream) {
    return read_byte(stream);
}

int fgetc_unlocked(FILE *stream) {
    return read_byte(stream);
}

int getc_unlocked(FILE *stream) {
    return read_byte(stream);
}

int getchar_unlocked(void) {
    return read_byte(stdin);
}

int ungetc(int c, FILE *stream) {
    (void)stream;
    if (c == EOF)
        return EOF;
    __assay_unsupported("ungetc()");
}

char *fgets(char *line, int size, FILE *stream) {
    (void)line;
    (void)size;
    read_byte(stream);
    return NULL;
}

char *gets(char *line) {
    (void)line;
    read_byte(stdin);
    return NULL;
}

size_t fread(void *p, size_t size, size_t count, FILE *stream) {
    (void)p;
    (void)size;
    (void)count;
    read_byte(stream);
    return 0;
}

ptrdiff_t getdelim(char **line, size_t *size, int delimiter, FILE *stream) {
    (void)line;
    (void)size;
    (void)delimiter;
    return read_byte(stream);
}

ptrdiff_t getline(char **line, size_t *size, FILE *stream) {
    return getdelim(line, size, '\n', stream);
}

// ---- State ------------------------------------------------------------------------------

int feof(FILE *stream) {
    return (stream->flags & END_SEEN) != 0;
}

int ferror(FILE *stream) {
    return (stream->flags & ERROR_SEEN) != 0;
}

int feof_unlocked(FILE *stream) {
    return feof(stream);
}

int ferror_unlocked(FILE *stream) {
    return ferror(stream);
}

void clearerr(FILE *stream) {
    stream->flags &= ~(END_SEEN | ERROR_SEEN);
}

int fileno(FILE *stream) {
    return stream->fileno;
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

void setlinebuf(FILE *stream) {
    (void)stream;
}

void flockfile(FILE *stream) {
    (void)stream;
}

void funlockfile(FILE *stream) {
    (void)stream;
}

int isatty(int fd) {
    (void)fd;
    return 0;
}

// ---- Files: there are none --------------------------------------------------------------

static void *no_file(const char *path) {
    strlen(path);
    errno = ENOENT;
    return NULL;
}

FILE *fopen(const char *path, const char *mode) {
    (void)mode;
    return no_file(path);
}

FILE *fopen64(const char *path, const char *mode) {
    (void)mode;
    return no_file(path);
}

FILE *freopen(const char *path, const char *mode, FILE *stream) {
    (void)mode;
    (void)stream;
    return no_file(path);
}

FILE *fdopen(int fd, const char *mode) {
    (void)mode;
    if (fd == 0)
        return stdin;
    if (fd == 1)
        return stdout;
    if (fd == 2)
        return stderr;
    errno = EBADF;
    return NULL;
}

FILE *popen(const char *command, const char *mode) {
    (void)mode;
    return no_file(command);
}

FILE *tmpfile(void) {
    errno = ENOENT;
    return NULL;
}

int remove(const char *path) {
    no_file(path);
    return -1;
}

int unlink(const char *path) {
    no_file(path);
    return -1;
}

int rename(const char *from, const char *to) {
    no_file(from);
    no_file(to);
    return -1;
}

int fclose(FILE *stream) {
    (void)stream;
    return 0;
}

int pclose(FILE *stream) {
    (void)stream;
    return -1;
}

int fseek(FILE *stream, long offset, int whence) {
    (void)stream;
    (void)offset;
    (void)whence;
    errno = 29; // ESPIPE
    return -1;
}

long ftell(FILE *stream) {
    (void)stream;
    errno = 29; // ESPIPE
    return -1;
}

void rewind(FILE *stream) {
    clearerr(stream);
}
