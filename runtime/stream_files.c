// Streams on descriptors: fopen and its kin, positions, closing.

#include "files.h"

typedef long off_t;

static ptrdiff_t read_descriptor(FILE *stream, void *p, size_t n) {
    return read(stream->fileno, p, n);
}

static ptrdiff_t write_descriptor(FILE *stream, const void *p, size_t n) {
    return write(stream->fileno, p, n);
}

static int64_t seek_descriptor(FILE *stream, int64_t offset, int whence) {
    return lseek64(stream->fileno, offset, whence);
}

static int close_descriptor(FILE *stream) {
    return close(stream->fileno);
}

const struct stream_operations __assay_descriptor_stream = {
    read_descriptor, write_descriptor, seek_descriptor, close_descriptor};

// ---- Opening ----------------------------------------------------------------------------

// The flags of open for a mode like "r+b"; -1 with errno set for no mode.
static int open_flags(const char *mode) {
    int flags;
    switch (*mode) {
    case 'r':
        flags = O_RDONLY;
        break;
    case 'w':
        flags = O_WRONLY | O_CREAT | O_TRUNC;
        break;
    case 'a':
        flags = O_WRONLY | O_CREAT | O_APPEND;
        break;
    default:
        errno = EINVAL;
        return -1;
    }
    for (mode++; *mode != 0 && *mode != ','; mode++) {
        if (*mode == '+')
            flags = (flags & ~O_ACCMODE) | O_RDWR;
        else if (*mode == 'x')
            flags |= O_EXCL;
    }
    return flags;
}

static void start_stream(FILE *stream, int fd, int flags) {
    *stream = (FILE){.fileno = fd, .operations = &__assay_descriptor_stream};
    if ((flags & O_APPEND) && (flags & O_ACCMODE) == O_WRONLY)
        lseek64(fd, 0, SEEK_END);
}

static FILE *new_stream(int fd, int flags) {
    FILE *stream = __assay_malloc(sizeof *stream);
    start_stream(stream, fd, flags);
    return stream;
}

FILE *fopen(const char *path, const char *mode) {
    int flags = open_flags(mode);
    int fd = flags < 0 ? -1 : __assay_open(path, flags, 0666);
    return fd < 0 ? NULL : new_stream(fd, flags);
}

FILE *fopen64(const char *path, const char *mode) {
    return fopen(path, mode);
}

FILE *fdopen(int fd, const char *mode) {
    int flags = open_flags(mode);
    struct opened *file = flags < 0 ? NULL : __assay_opened(fd);
    if (file == NULL)
        return NULL;
    int given = file->flags & O_ACCMODE, wanted = flags & O_ACCMODE;
    if (given != O_RDWR && given != wanted) {
        errno = EINVAL;
        return NULL;
    }
    file->flags |= flags & O_APPEND;
    FILE *stream = new_stream(fd, flags);
    if (file->node->kind == NODE_OUTPUT)
        stream->operations = NULL;
    return stream;
}

FILE *freopen(const char *path, const char *mode, FILE *stream) {
    if (path == NULL)
        __assay_unsupported("'freopen' without a path");
    int flags = open_flags(mode);
    close(stream->fileno);
    int fd = flags < 0 ? -1 : __assay_open(path, flags, 0666);
    start_stream(stream, fd, flags);
    return fd < 0 ? NULL : stream;
}

FILE *freopen64(const char *path, const char *mode, FILE *stream) {
    return freopen(path, mode, stream);
}

// A standard stream keeps its place in memory; all others are gone.
int fclose(FILE *stream) {
    int result = stream->operations != NULL ? stream->operations->close(stream)
                                            : close(stream->fileno);
    if (stream == stdin || stream == stdout || stream == stderr)
        start_stream(stream, -1, 0);
    else
        __assay_free(stream);
    return result < 0 ? EOF : 0;
}

int fcloseall(void) {
    return 0;
}

// ---- Positions --------------------------------------------------------------------------

static int64_t seek(FILE *stream, int64_t offset, int whence) {
    if (stream->operations == NULL)
        __assay_unsupported("a position in the output of the program");
    if (whence == SEEK_CUR)
        offset -= stream->pushed_count;
    int64_t position = stream->operations->seek(stream, offset, whence);
    if (position >= 0) {
        stream->pushed_count = 0;
        stream->flags &= ~STREAM_AT_END;
    }
    return position;
}

static int64_t tell(FILE *stream) {
    if (stream->operations == NULL)
        __assay_unsupported("a position in the output of the program");
    int64_t position = stream->operations->seek(stream, 0, SEEK_CUR);
    return position < 0 ? -1 : position - stream->pushed_count;
}

int fseek(FILE *stream, long offset, int whence) {
    return seek(stream, offset, whence) < 0 ? -1 : 0;
}

int fseeko(FILE *stream, off_t offset, int whence) {
    return fseek(stream, offset, whence);
}

int fseeko64(FILE *stream, int64_t offset, int whence) {
    return seek(stream, offset, whence) < 0 ? -1 : 0;
}

long ftell(FILE *stream) {
    return (long)tell(stream);
}

off_t ftello(FILE *stream) {
    return (off_t)tell(stream);
}

int64_t ftello64(FILE *stream) {
    return tell(stream);
}

void rewind(FILE *stream) {
    seek(stream, 0, SEEK_SET);
    stream->flags &= ~(STREAM_AT_END | STREAM_FAILED);
}

// A position is a number and the state of a conversion, which is empty here.
struct position {
    off_t offset;
};

int fgetpos(FILE *stream, struct position *position) {
    position->offset = (off_t)tell(stream);
    return position->offset < 0 ? -1 : 0;
}

int fsetpos(FILE *stream, const struct position *position) {
    return fseek(stream, position->offset, SEEK_SET);
}

// ---- Temporary files --------------------------------------------------------------------

// A file without a name.
FILE *tmpfile(void) {
    char path[] = "assay-tmpfile";
    int fd = __assay_open(path, O_RDWR | O_CREAT | O_EXCL, 0600);
    if (fd < 0)
        return NULL;
    __assay_opened(fd)->node->path = NULL;
    return new_stream(fd, O_RDWR);
}

FILE *tmpfile64(void) {
    return tmpfile();
}

// A name that no file has, in the folder of the program: there is no other. Without a place for it, the next
// call overwrites it.
char *tmpnam(char *name) {
    static char own[] = "./tmpfileXXXXXX";
    static unsigned number;
    char *into = name ? name : own;
    do {
        memcpy(into, "./tmpfileaaaaaa", sizeof own);
        unsigned rest = number++;
        for (size_t i = sizeof own - 7; i < sizeof own - 1; i++, rest /= 26)
            into[i] = (char)('a' + rest % 26);
    } while (__assay_find(into).node != NULL);
    return into;
}

// The name ends with six letters that are as good as random.
int mkstemp(char *template) {
    static unsigned number;
    size_t length = strlen(template);
    if (length < 6 || strcmp(template + length - 6, "XXXXXX") != 0) {
        errno = EINVAL;
        return -1;
    }
    unsigned rest = number++;
    for (size_t i = length - 6; i < length; i++, rest /= 26)
        template[i] = (char)('a' + rest % 26);
    return __assay_open(template, O_RDWR | O_CREAT | O_EXCL, 0600);
}

int mkstemp64(char *template) {
    return mkstemp(template);
}
