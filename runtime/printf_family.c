// The functions of the printf family: each says where its text goes (see printf.c).

#include "assay.h"

int vasprintf(char **to, const char *format, va_list arguments);

// What goes into a file can be read again, so it is made in memory first.
static int format_to_stream(FILE *stream, const char *format, va_list arguments) {
    struct output o = {.is_sink = 1, .fd = stream->fileno};
    if (stream->operations == NULL)
        return __assay_format(&o, format, arguments);
    char *text;
    int count = vasprintf(&text, format, arguments);
    if (count < 0)
        return count;
    size_t written = __assay_stream_write(stream, text, (size_t)count);
    __assay_free(text);
    return written == (size_t)count ? count : -1;
}

// Writes at most `size` bytes with the NUL; `size` 0 writes nothing.
static int format_to_memory(char *to, size_t size, const char *format, va_list arguments) {
    size = (size_t)__assay_concretise(size);
    struct output o = {.to = to, .space = size == 0 ? 0 : size - 1};
    int count = __assay_format(&o, format, arguments);
    if (size > 0)
        to[o.count < size ? o.count : size - 1] = 0;
    return count;
}

// ---- With a va_list ---------------------------------------------------------------------

int vfprintf(FILE *stream, const char *format, va_list arguments) {
    return format_to_stream(stream, format, arguments);
}

int vprintf(const char *format, va_list arguments) {
    return format_to_stream(stdout, format, arguments);
}

int vsnprintf(char *to, size_t size, const char *format, va_list arguments) {
    return format_to_memory(to, size, format, arguments);
}

int vsprintf(char *to, const char *format, va_list arguments) {
    return format_to_memory(to, SIZE_MAX, format, arguments);
}

int vdprintf(int fd, const char *format, va_list arguments) {
    FILE stream = {.fileno = fd};
    if (fd != 1 && fd != 2)
        stream.operations = &__assay_descriptor_stream;
    return format_to_stream(&stream, format, arguments);
}

int vasprintf(char **to, const char *format, va_list arguments) {
    va_list again;
    va_copy(again, arguments);
    int count = format_to_memory(NULL, 0, format, arguments);
    *to = count < 0 ? NULL : __assay_malloc((size_t)count + 1);
    if (*to == NULL)
        count = -1;
    else
        format_to_memory(*to, (size_t)count + 1, format, again);
    va_end(again);
    return count;
}

// Fortified: `flag` changes nothing here, `object` bounds the destination.

static void check(size_t size, size_t object) {
    if (size > object)
        __assay_abort();
}

int __vfprintf_chk(FILE *stream, int flag, const char *format, va_list arguments) {
    (void)flag;
    return format_to_stream(stream, format, arguments);
}

int __vprintf_chk(int flag, const char *format, va_list arguments) {
    (void)flag;
    return format_to_stream(stdout, format, arguments);
}

int __vsnprintf_chk(char *to, size_t size, int flag, size_t object, const char *format,
                    va_list arguments) {
    (void)flag;
    check(size, object);
    return format_to_memory(to, size, format, arguments);
}

int __vsprintf_chk(char *to, int flag, size_t object, const char *format, va_list arguments) {
    (void)flag;
    int count = format_to_memory(to, object, format, arguments);
    if (count >= 0)
        check((size_t)count + 1, object);
    return count;
}

int __vasprintf_chk(char **to, int flag, const char *format, va_list arguments) {
    (void)flag;
    return vasprintf(to, format, arguments);
}

// ---- With the arguments themselves ------------------------------------------------------

#define FORWARD(call)            \
    va_list arguments;           \
    va_start(arguments, format); \
    int count = call;            \
    va_end(arguments);           \
    return count

int printf(const char *format, ...) {
    FORWARD(vprintf(format, arguments));
}

int fprintf(FILE *stream, const char *format, ...) {
    FORWARD(vfprintf(stream, format, arguments));
}

int sprintf(char *to, const char *format, ...) {
    FORWARD(vsprintf(to, format, arguments));
}

int snprintf(char *to, size_t size, const char *format, ...) {
    FORWARD(vsnprintf(to, size, format, arguments));
}

int dprintf(int fd, const char *format, ...) {
    FORWARD(vdprintf(fd, format, arguments));
}

int asprintf(char **to, const char *format, ...) {
    FORWARD(vasprintf(to, format, arguments));
}

int __printf_chk(int flag, const char *format, ...) {
    FORWARD(__vprintf_chk(flag, format, arguments));
}

int __fprintf_chk(FILE *stream, int flag, const char *format, ...) {
    FORWARD(__vfprintf_chk(stream, flag, format, arguments));
}

int __sprintf_chk(char *to, int flag, size_t object, const char *format, ...) {
    FORWARD(__vsprintf_chk(to, flag, object, format, arguments));
}

int __snprintf_chk(char *to, size_t size, int flag, size_t object, const char *format, ...) {
    FORWARD(__vsnprintf_chk(to, size, flag, object, format, arguments));
}

int __asprintf_chk(char **to, int flag, const char *format, ...) {
    FORWARD(__vasprintf_chk(to, flag, format, arguments));
}
