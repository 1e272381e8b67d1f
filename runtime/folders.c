// Folders and names: mkdir, unlink, link, rename, readdir and their kin.

#include "files.h"

static int failed(int error) {
    errno = error;
    return -1;
}

// The node with the name of a path, which must exist.
static int named_node(const char *path, struct node **node) {
    struct target target = __assay_find(path);
    if (target.error != 0)
        return failed(target.error);
    if (target.node == NULL)
        return failed(ENOENT);
    if (target.entry == NULL || target.entry->path == NULL)
        return failed(EBUSY);
    *node = target.entry;
    return 0;
}

static _Bool has_entries(const struct node *folder) {
    char *prefix = __assay_copy_text(folder->path, strlen(folder->path) + 1);
    prefix[strlen(folder->path)] = '/';
    prefix[strlen(folder->path) + 1] = 0;
    _Bool found = 0;
    for (struct node *node = __assay_nodes(); node != NULL && !found; node = node->next)
        found = __assay_is_directly_in(node, prefix);
    return found;
}

int mkdir(const char *path, unsigned mode) {
    struct target target = __assay_find(path);
    if (target.error != 0)
        return failed(target.error);
    if (target.node != NULL || target.descriptor >= 0)
        return failed(EEXIST);
    __assay_add_node(NODE_FOLDER, target.path, mode & ~__assay_mask & 07777);
    return 0;
}

int rmdir(const char *path) {
    struct node *node;
    if (named_node(path, &node) != 0)
        return -1;
    if (node->kind != NODE_FOLDER)
        return failed(ENOTDIR);
    if (has_entries(node))
        return failed(ENOTEMPTY);
    node->path = NULL;
    return 0;
}

int unlink(const char *path) {
    struct node *node;
    if (named_node(path, &node) != 0)
        return -1;
    if (node->kind == NODE_FOLDER)
        return failed(EISDIR);
    node->path = NULL;
    return 0;
}

int remove(const char *path) {
    struct node *node;
    if (named_node(path, &node) != 0)
        return -1;
    return node->kind == NODE_FOLDER ? rmdir(path) : unlink(path);
}

int rename(const char *from, const char *to) {
    struct node *node;
    if (named_node(from, &node) != 0)
        return -1;
    if (node->kind == NODE_FOLDER)
        __assay_unsupported("'rename' of a folder");
    struct target target = __assay_find(to);
    if (target.error != 0)
        return failed(target.error);
    if (target.node == __assay_file_of(node))
        return 0;
    if (target.node == NULL) {
        if (target.as_folder)
            return failed(ENOTDIR);
        node->path = __assay_copy_text(target.path, __assay_split_length(target.path, SIZE_MAX));
        return 0;
    }
    if (target.node->kind == NODE_FOLDER)
        return failed(EISDIR);
    node->path = target.entry->path;
    target.entry->path = NULL;
    return 0;
}

int link(const char *from, const char *to) {
    struct node *node;
    if (named_node(from, &node) != 0)
        return -1;
    struct target target = __assay_find(to);
    if (target.error != 0)
        return failed(target.error);
    if (target.node != NULL || target.descriptor >= 0)
        return failed(EEXIST);
    if (node->kind == NODE_FOLDER)
        return failed(EPERM);
    if (target.as_folder)
        return failed(ENOENT);
    struct node *file = __assay_file_of(node);
    __assay_add_node(NODE_FILE, target.path, file->mode)->file = file;
    return 0;
}

int symlink(const char *target, const char *path) {
    (void)target;
    (void)path;
    __assay_unsupported("'symlink'");
}

ptrdiff_t readlink(const char *path, char *to, size_t size) {
    (void)to;
    (void)size;
    struct node *node;
    return named_node(path, &node) != 0 ? -1 : failed(EINVAL); // there are no links
}

// Relative to a folder: only to the working folder.

enum { AT_FDCWD = -100, AT_REMOVEDIR = 0x200 };

static void check_folder(int folder) {
    if (folder != AT_FDCWD)
        __assay_unsupported("a path relative to an open folder");
}

int mkdirat(int folder, const char *path, unsigned mode) {
    check_folder(folder);
    return mkdir(path, mode);
}

int unlinkat(int folder, const char *path, int flags) {
    check_folder(folder);
    return flags & AT_REMOVEDIR ? rmdir(path) : unlink(path);
}

int linkat(int from_folder, const char *from, int to_folder, const char *to, int flags) {
    (void)flags; // they are about links that there are not
    check_folder(from_folder);
    check_folder(to_folder);
    return link(from, to);
}

int renameat(int from_folder, const char *from, int to_folder, const char *to) {
    check_folder(from_folder);
    check_folder(to_folder);
    return rename(from, to);
}

// ---- The working folder -----------------------------------------------------------------

int chdir(const char *path) {
    struct target target = __assay_find(path);
    if (target.error != 0 || target.node == NULL)
        return failed(target.error != 0 ? target.error : ENOENT);
    if (target.node->kind != NODE_FOLDER)
        return failed(ENOTDIR);
    const char *name = target.node->path == NULL ? "" : target.node->path;
    size_t length = strlen(name);
    char *folder = __assay_copy_text(name, length + 1);
    folder[length] = length == 0 ? 0 : '/';
    folder[length + 1] = 0;
    __assay_working_folder = folder;
    return 0;
}

// ---- Reading folders --------------------------------------------------------------------

// glibc's layout: on i386 there is a second one for large files.
#define ENTRY_LAYOUT(name, number)     \
    struct name {                      \
        number d_ino;                  \
        number d_off;                  \
        unsigned short d_reclen;       \
        unsigned char d_type;          \
        char d_name[256];              \
    }

ENTRY_LAYOUT(dirent, unsigned long);
ENTRY_LAYOUT(dirent64, uint64_t);

enum { DT_DIR = 4, DT_REG = 8 };

// In the order of the nodes; a system has an order of its own.
typedef struct {
    char *prefix;
    unsigned position;
    struct dirent entry;
    struct dirent64 entry64;
} DIR;

DIR *opendir(const char *path) {
    struct target target = __assay_find(path);
    if (target.error != 0 || target.node == NULL) {
        errno = target.error != 0 ? target.error : ENOENT;
        return NULL;
    }
    if (target.node->kind != NODE_FOLDER) {
        errno = ENOTDIR;
        return NULL;
    }
    const char *name = target.node->path == NULL ? "" : target.node->path;
    size_t length = strlen(name);
    DIR *folder = __assay_malloc(sizeof *folder);
    memset(folder, 0, sizeof *folder);
    folder->prefix = __assay_copy_text(name, length + 1);
    folder->prefix[length] = length == 0 ? 0 : '/';
    folder->prefix[length + 1] = 0;
    return folder;
}

// The name of the next entry: empty at the end.
static const char *next_entry(DIR *folder, unsigned *number, unsigned char *type) {
    unsigned skip = folder->position++;
    *number = 1;
    *type = DT_DIR;
    if (skip < 2)
        return skip == 0 ? "." : "..";
    skip -= 2;
    for (struct node *node = __assay_nodes(); node != NULL; node = node->next) {
        if (!__assay_is_directly_in(node, folder->prefix) || skip-- > 0)
            continue;
        *number = __assay_file_of(node)->number;
        *type = node->kind == NODE_FOLDER ? DT_DIR : DT_REG;
        return node->path + strlen(folder->prefix);
    }
    return "";
}

#define READ_ENTRY(name, layout, field)                                   \
    struct layout *name(DIR *folder) {                                    \
        unsigned number;                                                  \
        unsigned char type;                                               \
        const char *text = next_entry(folder, &number, &type);            \
        if (*text == 0)                                                   \
            return NULL;                                                  \
        folder->field.d_ino = number;                                     \
        folder->field.d_type = type;                                      \
        folder->field.d_reclen = sizeof(struct layout);                   \
        memcpy(folder->field.d_name, text, strlen(text) + 1);             \
        return &folder->field;                                            \
    }

READ_ENTRY(readdir, dirent, entry)
READ_ENTRY(readdir64, dirent64, entry64)

void rewinddir(DIR *folder) {
    folder->position = 0;
}

int closedir(DIR *folder) {
    __assay_free(folder->prefix);
    __assay_free(folder);
    return 0;
}
