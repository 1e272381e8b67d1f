// What is known about files without opening them: stat, access, permissions, owners.
//
// Times are those of a clock that stands still; the numbers of devices and nodes are made up.
// Programs compare them with each other at most.

#include "files.h"

enum { S_IFIFO = 0010000, S_IFCHR = 0020000, S_IFDIR = 0040000, S_IFREG = 0100000 };
enum { BLOCK_SIZE = 4096, DEVICE = 2049, OWNER = 1000, FIXED_TIME = 1000000000 };

struct instant {
    long seconds, nanoseconds;
};

// glibc's layouts: one on x86-64; on i386 a second one for large files.
#if __SIZEOF_POINTER__ == 8
struct stat {
    uint64_t st_dev, st_ino, st_nlink;
    unsigned st_mode, st_uid, st_gid, padding;
    uint64_t st_rdev;
    int64_t st_size, st_blksize, st_blocks;
    struct instant times[3];
    long reserved[3];
};
typedef struct stat stat64_layout;
#else
struct stat {
    uint64_t st_dev;
    unsigned padding, st_ino, st_mode, st_nlink, st_uid, st_gid;
    uint64_t st_rdev;
    unsigned padding2;
    long st_size, st_blksize, st_blocks;
    struct instant times[3];
    long reserved[2];
};
typedef struct {
    uint64_t st_dev;
    unsigned padding, short_ino, st_mode, st_nlink, st_uid, st_gid;
    uint64_t st_rdev;
    unsigned padding2;
    int64_t st_size;
    long st_blksize;
    int64_t st_blocks;
    struct instant times[3];
    uint64_t st_ino;
} stat64_layout;
#endif

static unsigned type_bits(const struct node *node) {
    switch (node->kind) {
    case NODE_FOLDER:
        return S_IFDIR;
    case NODE_NULL:
        return S_IFCHR;
    case NODE_PIPE:
        return S_IFIFO;
    default:
        return S_IFREG;
    }
}

static unsigned links(struct node *node) {
    if (node->kind == NODE_FOLDER)
        return 2;
    if (node->kind != NODE_FILE)
        return 1;
    unsigned names = 0;
    for (struct node *entry = __assay_nodes(); entry != NULL; entry = entry->next)
        names += entry->path != NULL && __assay_file_of(entry) == node;
    return names;
}

#define FILL(s, node)                                                     \
    do {                                                                  \
        __assay_load(node);                                               \
        memset(s, 0, sizeof *(s));                                        \
        (s)->st_dev = DEVICE;                                             \
        (s)->st_ino = (node)->number;                                     \
        (s)->st_nlink = links(node);                                      \
        (s)->st_mode = type_bits(node) | ((node)->mode & 07777);          \
        (s)->st_uid = (s)->st_gid = OWNER;                                \
        (s)->st_blksize = BLOCK_SIZE;                                     \
        if ((node)->kind == NODE_FILE) {                                  \
            (s)->st_size = (long)(node)->size;                            \
            (s)->st_blocks = (long)(((node)->size + 4095) / 4096 * 8);    \
        }                                                                 \
        for (int i = 0; i < 3; i++)                                       \
            (s)->times[i].seconds = FIXED_TIME;                           \
    } while (0)

// The node of a path; null with errno set.
static struct node *node_of(const char *path) {
    struct target target = __assay_find(path);
    if (target.descriptor >= 0) {
        struct opened *file = __assay_opened(target.descriptor);
        return file == NULL ? NULL : file->node;
    }
    if (target.node == NULL)
        errno = target.error != 0 ? target.error : ENOENT;
    return target.node;
}

#define STATUS(name, open_name, layout)                 \
    int name(const char *path, layout *status) {        \
        struct node *node = node_of(path);              \
        if (node == NULL)                               \
            return -1;                                  \
        FILL(status, node);                             \
        return 0;                                       \
    }                                                   \
    int l##name(const char *path, layout *status) {     \
        return name(path, status);                      \
    }                                                   \
    int open_name(int fd, layout *status) {             \
        struct opened *file = __assay_opened(fd);       \
        if (file == NULL)                               \
            return -1;                                  \
        FILL(status, file->node);                       \
        return 0;                                       \
    }

STATUS(stat, fstat, struct stat)
STATUS(stat64, fstat64, stat64_layout)

// ---- Permissions ------------------------------------------------------------------------

enum { X_OK = 1, W_OK = 2, R_OK = 4 };

int access(const char *path, int wanted) {
    if (wanted & ~(R_OK | W_OK | X_OK)) {
        errno = EINVAL;
        return -1;
    }
    struct node *node = node_of(path);
    if (node == NULL)
        return -1;
    if ((wanted & X_OK) && !(node->mode & 0111)) {
        errno = EACCES;
        return -1;
    }
    return 0;
}

int eaccess(const char *path, int wanted) {
    return access(path, wanted);
}

int euidaccess(const char *path, int wanted) {
    return access(path, wanted);
}

unsigned umask(unsigned mask) {
    unsigned before = __assay_mask;
    __assay_mask = mask & 0777;
    return before;
}

int chmod(const char *path, unsigned mode) {
    struct node *node = node_of(path);
    if (node == NULL)
        return -1;
    node->mode = mode & 07777;
    return 0;
}

int fchmod(int fd, unsigned mode) {
    struct opened *file = __assay_opened(fd);
    if (file == NULL)
        return -1;
    file->node->mode = mode & 07777;
    return 0;
}

// All files belong to the process, which may not give them away (natively see assay_identity.c).
static int set_owner(struct node *node, unsigned user, unsigned group) {
    if (node == NULL)
        return -1;
    if ((user != OWNER && user != -1u) || (group != OWNER && group != -1u)) {
        errno = EPERM;
        return -1;
    }
    if (node->kind != NODE_FOLDER)
        node->mode &= ~(node->mode & 010 ? 06000u : 04000u);
    return 0;
}

int chown(const char *path, unsigned user, unsigned group) {
    return set_owner(node_of(path), user, group);
}

int lchown(const char *path, unsigned user, unsigned group) {
    return chown(path, user, group);
}

int fchown(int fd, unsigned user, unsigned group) {
    struct opened *file = __assay_opened(fd);
    return file == NULL ? -1 : set_owner(file->node, user, group);
}

int utime(const char *path, const void *times) {
    (void)times;
    return node_of(path) == NULL ? -1 : 0;
}

int utimes(const char *path, const void *times) {
    return utime(path, times);
}

int futimens(int fd, const void *times) {
    (void)times;
    return __assay_opened(fd) == NULL ? -1 : 0;
}

void sync(void) {
}

// ---- Relative to a folder: only to the working folder --------------------------------------

enum { AT_FDCWD = -100 };

static void check_folder(int folder) {
    if (folder != AT_FDCWD)
        __assay_unsupported("a path relative to an open folder");
}

int faccessat(int folder, const char *path, int wanted, int flags) {
    (void)flags;
    check_folder(folder);
    return access(path, wanted);
}

int fstatat(int folder, const char *path, struct stat *status, int flags) {
    (void)flags;
    check_folder(folder);
    return stat(path, status);
}

int fstatat64(int folder, const char *path, stat64_layout *status, int flags) {
    (void)flags;
    check_folder(folder);
    return stat64(path, status);
}

int utimensat(int folder, const char *path, const void *times, int flags) {
    (void)flags;
    check_folder(folder);
    return utime(path, times);
}

int fchmodat(int folder, const char *path, unsigned mode, int flags) {
    (void)flags;
    check_folder(folder);
    return chmod(path, mode);
}

int fchownat(int folder, const char *path, unsigned user, unsigned group, int flags) {
    (void)flags;
    check_folder(folder);
    return chown(path, user, group);
}
