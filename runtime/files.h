// The file system of the model, as the families that work with files see it: nodes (files and
// folders), open files, and descriptors.
//
// It holds the files that the user described, in the folder the program starts in, and what the
// program makes. A node's content is in memory, byte for byte, so symbolic bytes stay what they
// are. Its size may be a term as long as nobody has come to its end.

#ifndef ASSAY_RUNTIME_FILES_H
#define ASSAY_RUNTIME_FILES_H

#include "assay.h"

enum node_kind { NODE_FILE, NODE_FOLDER, NODE_NULL, NODE_OUTPUT, NODE_PIPE };

struct node {
    enum node_kind kind;
    char *path; // from the folder the program starts in; null when it has no name any more
    unsigned char *bytes;
    size_t size; // may be a term, but not above `room`
    size_t room;
    unsigned mode; // permissions
    unsigned number;
    unsigned unread; // 1 + the number of a file whose content is not here yet
    struct node *file; // of a further name for a file, which is all that this node is then
    struct node *next;
};

// An open file: what descriptors made by dup share.
struct opened {
    struct node *node;
    size_t offset;
    int flags; // of open
    unsigned users;
};

enum {
    O_RDONLY = 0, O_WRONLY = 1, O_RDWR = 2, O_ACCMODE = 3,
    O_CREAT = 0100, O_EXCL = 0200, O_TRUNC = 01000, O_APPEND = 02000, O_NONBLOCK = 04000,
    O_DIRECTORY = 0200000, O_CLOEXEC = 02000000,
};

enum { SEEK_SET, SEEK_CUR, SEEK_END };

// ---- file_system.c: names ----------------------------------------------------------------

// Where a path leads: to a node, or to a name that does not exist yet but could (`node` null
// and `error` 0), or nowhere (`error`).
struct target {
    struct node *node;
    struct node *entry; // the node with this name; another one where a file has several
    const char *path; // of what does not exist yet
    int error;
    int descriptor;   // of /dev/stdin and the like, else -1
    _Bool as_folder;  // the path ends with a slash
};

struct target __assay_find(const char *path);

// The first node; the others follow by `next`.
struct node *__assay_nodes(void);

// A new node with this path (null for one without a name), of which it keeps a copy.
struct node *__assay_add_node(enum node_kind kind, const char *path, unsigned mode);

// The file that a node is a name of, or the node itself.
static inline struct node *__assay_file_of(struct node *entry) {
    return entry != NULL && entry->file != NULL ? entry->file : entry;
}

// True if the node's path is `folder` and one more name.
_Bool __assay_is_directly_in(const struct node *node, const char *folder);

// The content of a node that nobody has looked at yet.
void __assay_load(struct node *node);

// How many of the `n` bytes from `offset` there are, as a constant.
size_t __assay_available(struct node *node, size_t offset, size_t n);

// The size as a constant, one path each.
size_t __assay_settle(struct node *node);

// Sets the size; what is new is zero.
void __assay_resize(struct node *node, size_t size);

char *__assay_copy_text(const char *text, size_t length);

extern unsigned __assay_mask;       // of umask
extern char *__assay_working_folder; // "" or a path that ends with a slash

// ---- descriptors.c ------------------------------------------------------------------------

// The open file of a descriptor; null with errno set where there is none.
struct opened *__assay_opened(int fd);

int __assay_open(const char *path, int flags, unsigned mode);
int close(int fd);
ptrdiff_t read(int fd, void *to, size_t n);
ptrdiff_t write(int fd, const void *from, size_t n);
int64_t lseek64(int fd, int64_t offset, int whence);

// A constant for `v`, one path for each up to `most`.
size_t __assay_split(size_t v, size_t most);

#endif
