// Descriptors: open, read, write and their kin.
//
// Descriptors 0, 1 and 2 are there from the start. What is written to 1 and 2 leaves through
// __assay_write with its current values; what is written to a file stays in memory as it is.

#include "files.h"

typedef long off_t;

enum { MOST_DESCRIPTORS = 256 };

static struct opened *table[MOST_DESCRIPTORS];
static _Bool is_set_up;

static struct opened *new_opened(struct node *node, int flags) {
    struct opened *file = __assay_malloc(sizeof *file);
    *file = (struct opened){.node = node, .flags = flags};
    return file;
}

static void share(int fd, struct opened *file) {
    table[fd] = file;
    file->users++;
}

static void set_up(void) {
    is_set_up = 1;
    struct node *input = __assay_nodes();
    while (input->number != 1)
        input = input->next;
    share(0, new_opened(input, O_RDONLY));
    struct opened *output = new_opened(__assay_add_node(NODE_OUTPUT, NULL, 0644), O_WRONLY);
    share(1, output);
    share(2, output);
}

struct opened *__assay_opened(int fd) {
    if (!is_set_up)
        set_up();
    struct opened *file = fd >= 0 && fd < MOST_DESCRIPTORS ? table[fd] : NULL;
    if (file == NULL)
        errno = EBADF;
    return file;
}

static int give_descriptor(struct opened *file, int from) {
    for (int fd = from; fd < MOST_DESCRIPTORS; fd++)
        if (table[fd] == NULL) {
            share(fd, file);
            return fd;
        }
    errno = EMFILE;
    return -1;
}

static int failed(int error) {
    errno = error;
    return -1;
}

size_t __assay_split(size_t v, size_t most) {
    if (!__assay_is_symbolic(v))
        return v;
    // Behind a plain comparison the optimiser would return `v` itself.
    for (size_t k = 0; k < most; k++)
        if (__assay_decide(v == k))
            return k;
    return (size_t)__assay_concretise(v);
}

// ---- Opening ----------------------------------------------------------------------------

static int open_node(struct node *node, int flags) {
    _Bool writes = (flags & O_ACCMODE) != O_RDONLY;
    if (node->kind == NODE_FOLDER && (writes || (flags & O_CREAT)))
        return failed(EISDIR);
    if (node->kind != NODE_FOLDER && (flags & O_DIRECTORY))
        return failed(ENOTDIR);
    if (node->kind == NODE_FILE && (flags & O_TRUNC) && writes) {
        node->unread = 0;
        node->size = 0;
    }
    return give_descriptor(new_opened(node, flags), 0);
}

int __assay_open(const char *path, int flags, unsigned mode) {
    __assay_opened(0);
    struct target target = __assay_find(path);
    if (target.error != 0)
        return failed(target.error);
    if (target.descriptor >= 0) {
        struct opened *file = __assay_opened(target.descriptor);
        return file == NULL ? failed(ENOENT) : open_node(file->node, flags & ~O_TRUNC);
    }
    if (target.node != NULL) {
        if ((flags & O_CREAT) && (flags & O_EXCL))
            return failed(EEXIST);
        return open_node(target.node, flags);
    }
    if (!(flags & O_CREAT))
        return failed(ENOENT);
    if (target.as_folder)
        return failed(EISDIR);
    unsigned permissions = mode & ~__assay_mask & 07777;
    return open_node(__assay_add_node(NODE_FILE, target.path, permissions), flags);
}

static unsigned mode_argument(int flags, va_list arguments) {
    return flags & O_CREAT ? va_arg(arguments, unsigned) : 0;
}

#define OPEN(name)                                          \
    int name(const char *path, int flags, ...) {            \
        va_list arguments;                                  \
        va_start(arguments, flags);                         \
        unsigned mode = mode_argument(flags, arguments);    \
        va_end(arguments);                                  \
        return __assay_open(path, flags, mode);             \
    }

OPEN(open)
OPEN(open64)

#define OPEN_AT(name)                                                      \
    int name(int folder, const char *path, int flags, ...) {               \
        va_list arguments;                                                 \
        va_start(arguments, flags);                                        \
        unsigned mode = mode_argument(flags, arguments);                   \
        va_end(arguments);                                                 \
        if (folder != -100)                                                \
            __assay_unsupported("'openat' relative to an open folder");    \
        return __assay_open(path, flags, mode);                            \
    }

OPEN_AT(openat)
OPEN_AT(openat64)

int creat(const char *path, unsigned mode) {
    return __assay_open(path, O_WRONLY | O_CREAT | O_TRUNC, mode);
}

int creat64(const char *path, unsigned mode) {
    return creat(path, mode);
}

int __open_2(const char *path, int flags) {
    return __assay_open(path, flags, 0);
}

int __open64_2(const char *path, int flags) {
    return __assay_open(path, flags, 0);
}

int close(int fd) {
    struct opened *file = __assay_opened(fd);
    if (file == NULL)
        return -1;
    table[fd] = NULL;
    if (--file->users > 0)
        return 0;
    if (file->node->kind == NODE_PIPE && (file->flags & O_ACCMODE) == O_WRONLY)
        file->node->mode = 0;
    __assay_free(file);
    return 0;
}

// ---- Reading and writing ----------------------------------------------------------------

static ptrdiff_t read_at(struct opened *file, void *to, size_t n, size_t offset) {
    struct node *node = file->node;
    if ((file->flags & O_ACCMODE) == O_WRONLY)
        return failed(EBADF);
    if (node->kind == NODE_FOLDER)
        return failed(EISDIR);
    if (node->kind == NODE_NULL)
        return 0;
    if (__assay_is_symbolic(n)) {
        size_t most = __assay_available(node, offset, SIZE_MAX);
        n = n >= most ? most : __assay_split(n, most);
    }
    size_t count = __assay_available(node, offset, n);
    if (count > 0)
        memcpy(to, node->bytes + offset, count);
    return (ptrdiff_t)count;
}

static ptrdiff_t read_pipe(struct opened *file, void *to, size_t n) {
    struct node *node = file->node;
    if ((file->flags & O_ACCMODE) == O_WRONLY)
        return failed(EBADF);
    n = __assay_split(n, node->size);
    if (n > node->size)
        n = node->size;
    if (n == 0 && node->mode != 0)
        __assay_unsupported("'read' from a pipe that is empty waits forever");
    memcpy(to, node->bytes, n);
    memmove(node->bytes, node->bytes + n, node->size - n);
    node->size -= n;
    return (ptrdiff_t)n;
}

ptrdiff_t read(int fd, void *to, size_t n) {
    struct opened *file = __assay_opened(fd);
    if (file == NULL)
        return -1;
    if (file->node->kind == NODE_PIPE)
        return read_pipe(file, to, n);
    ptrdiff_t count = read_at(file, to, n, file->offset);
    if (count > 0)
        file->offset += (size_t)count;
    return count;
}

ptrdiff_t pread64(int fd, void *to, size_t n, int64_t offset) {
    struct opened *file = __assay_opened(fd);
    if (file == NULL)
        return -1;
    if (file->node->kind == NODE_PIPE)
        return failed(ESPIPE);
    if (offset < 0)
        return failed(EINVAL);
    return read_at(file, to, n, (size_t)__assay_concretise((uint64_t)offset));
}

ptrdiff_t pread(int fd, void *to, size_t n, off_t offset) {
    return pread64(fd, to, n, offset);
}

static ptrdiff_t write_at(struct opened *file, const void *from, size_t n, size_t offset) {
    struct node *node = file->node;
    from = __assay_settle_pointer(from);
    n = __assay_split(n, __assay_accessible(from));
    if (n == 0)
        return 0;
    __assay_touch((const char *)from + n - 1);
    if (__assay_settle(node) < offset + n)
        __assay_resize(node, offset + n);
    memcpy(node->bytes + offset, from, n);
    return (ptrdiff_t)n;
}

static ptrdiff_t write_out(const struct opened *file, const void *from, size_t n) {
    if (n > 0)
        __assay_touch((const char *)from + n - 1);
    int fd = table[2] == file && table[1] != file ? 2 : 1;
    __assay_write(fd, from, (size_t)__assay_current(n));
    return (ptrdiff_t)n;
}

ptrdiff_t write(int fd, const void *from, size_t n) {
    struct opened *file = __assay_opened(fd);
    if (file == NULL)
        return -1;
    if ((file->flags & O_ACCMODE) == O_RDONLY)
        return failed(EBADF);
    if (file->node->kind == NODE_OUTPUT)
        return write_out(file, from, n);
    if (file->node->kind == NODE_NULL)
        return (ptrdiff_t)n;
    if ((file->flags & O_APPEND) || file->node->kind == NODE_PIPE)
        file->offset = __assay_settle(file->node);
    ptrdiff_t count = write_at(file, from, n, file->offset);
    file->offset += (size_t)count;
    return count;
}

ptrdiff_t pwrite64(int fd, const void *from, size_t n, int64_t offset) {
    struct opened *file = __assay_opened(fd);
    if (file == NULL)
        return -1;
    if ((file->flags & O_ACCMODE) == O_RDONLY)
        return failed(EBADF);
    if (file->node->kind == NODE_PIPE)
        return failed(ESPIPE);
    if (offset < 0)
        return failed(EINVAL);
    if (file->node->kind != NODE_FILE)
        return write(fd, from, n);
    size_t at = (size_t)__assay_concretise((uint64_t)offset);
    return write_at(file, from, n, file->flags & O_APPEND ? __assay_settle(file->node) : at);
}

ptrdiff_t pwrite(int fd, const void *from, size_t n, off_t offset) {
    return pwrite64(fd, from, n, offset);
}

// ---- Positions and sizes ----------------------------------------------------------------

int64_t lseek64(int fd, int64_t offset, int whence) {
    struct opened *file = __assay_opened(fd);
    if (file == NULL)
        return -1;
    struct node *node = file->node;
    if (node->kind == NODE_PIPE)
        return failed(ESPIPE);
    if (node->kind == NODE_OUTPUT)
        __assay_unsupported("a position in the output of the program");
    if (node->kind == NODE_NULL)
        return 0;
    int64_t from = 0;
    if (whence == SEEK_CUR)
        from = (int64_t)file->offset;
    else if (whence == SEEK_END)
        from = node->kind == NODE_FILE ? (int64_t)__assay_settle(node) : 0;
    else if (whence != SEEK_SET)
        return failed(EINVAL);
    int64_t to = (int64_t)__assay_concretise((uint64_t)(from + offset));
    if (to < 0)
        return failed(EINVAL);
    file->offset = (size_t)to;
    return to;
}

off_t lseek(int fd, off_t offset, int whence) {
    return (off_t)lseek64(fd, offset, whence);
}

int ftruncate64(int fd, int64_t size) {
    struct opened *file = __assay_opened(fd);
    if (file == NULL)
        return -1;
    if (size < 0 || (file->flags & O_ACCMODE) == O_RDONLY || file->node->kind != NODE_FILE)
        return failed(EINVAL);
    __assay_resize(file->node, (size_t)__assay_concretise((uint64_t)size));
    return 0;
}

int ftruncate(int fd, off_t size) {
    return ftruncate64(fd, size);
}

int fsync(int fd) {
    return __assay_opened(fd) == NULL ? -1 : 0;
}

int fdatasync(int fd) {
    return fsync(fd);
}

// ---- Copies and pipes -------------------------------------------------------------------

// A standard stream whose descriptor changes is a stream on that descriptor from now on.
static void leave_sink(int fd) {
    FILE *standard = fd == 1 ? stdout : fd == 2 ? stderr : NULL;
    if (standard != NULL && standard->operations == NULL)
        standard->operations = &__assay_descriptor_stream;
}

int dup(int fd) {
    struct opened *file = __assay_opened(fd);
    return file == NULL ? -1 : give_descriptor(file, 0);
}

int dup2(int fd, int to) {
    struct opened *file = __assay_opened(fd);
    if (file == NULL)
        return -1;
    if (to < 0 || to >= MOST_DESCRIPTORS)
        return failed(EBADF);
    if (fd == to)
        return to;
    if (table[to] != NULL)
        close(to);
    share(to, file);
    leave_sink(to);
    return to;
}

int dup3(int fd, int to, int flags) {
    return fd == to || (flags & ~O_CLOEXEC) ? failed(EINVAL) : dup2(fd, to);
}

// A pipe is a file that forgets what was read. Its `mode` says that the writing end is open.
int pipe(int *ends) {
    __assay_opened(0);
    struct node *node = __assay_add_node(NODE_PIPE, NULL, 1);
    ends[0] = give_descriptor(new_opened(node, O_RDONLY), 0);
    ends[1] = give_descriptor(new_opened(node, O_WRONLY), 0);
    return ends[1] < 0 ? -1 : 0;
}

int pipe2(int *ends, int flags) {
    enum { O_DIRECT = 040000, O_NOTIFICATION_PIPE = 0200 };
    if (flags & ~(O_CLOEXEC | O_NONBLOCK | O_DIRECT | O_NOTIFICATION_PIPE))
        return failed(EINVAL);
    return pipe(ends);
}

// ---- Control ----------------------------------------------------------------------------

enum { F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_GETLK, F_SETLK, F_SETLKW };
enum { F_DUPFD_CLOEXEC = 1030 };

static int control(int fd, int command, va_list arguments) {
    struct opened *file = __assay_opened(fd);
    if (file == NULL)
        return -1;
    switch (command) {
    case F_DUPFD:
    case F_DUPFD_CLOEXEC: {
        int from = va_arg(arguments, int);
        return from < 0 ? failed(EINVAL) : give_descriptor(file, from);
    }
    case F_GETFD:
    case F_SETFD:
    case F_SETLK:
    case F_SETLKW:
        return 0;
    case F_GETFL: {
        int large_file = sizeof(long) == 8 ? 0100000 : 0;
        return (file->flags & (O_ACCMODE | O_APPEND | O_NONBLOCK)) | large_file;
    }
    case F_SETFL: {
        int changeable = O_APPEND | O_NONBLOCK;
        file->flags = (file->flags & ~changeable) | (va_arg(arguments, int) & changeable);
        return 0;
    }
    default:
        __assay_unsupported("'fcntl' with this command");
    }
}

#define CONTROL(name)                                       \
    int name(int fd, int command, ...) {                    \
        va_list arguments;                                  \
        va_start(arguments, command);                       \
        int result = control(fd, command, arguments);       \
        va_end(arguments);                                  \
        return result;                                      \
    }

CONTROL(fcntl)
CONTROL(fcntl64)

int flock(int fd, int operation) {
    enum { LOCK_SH = 1, LOCK_EX = 2, LOCK_NB = 4, LOCK_UN = 8 };
    int kind = operation & ~LOCK_NB;
    if (__assay_opened(fd) == NULL)
        return -1;
    return kind == LOCK_SH || kind == LOCK_EX || kind == LOCK_UN ? 0 : failed(EINVAL);
}

// Nothing is a terminal.

int isatty(int fd) {
    if (__assay_opened(fd) != NULL)
        errno = ENOTTY;
    return 0;
}

int ioctl(int fd, unsigned long request, ...) {
    (void)request;
    return __assay_opened(fd) == NULL ? -1 : failed(ENOTTY);
}

int tcgetattr(int fd, void *settings) {
    (void)settings;
    return ioctl(fd, 0);
}

int tcsetattr(int fd, int when, const void *settings) {
    (void)when;
    (void)settings;
    return ioctl(fd, 0);
}

char *ttyname(int fd) {
    isatty(fd);
    return NULL;
}
