// Names and contents of the file system (see files.h).
//
// A path that is constant is followed as a system would. One that depends on an input is
// compared with every name there is, one branch each; what is left is one more branch, "some
// plain name that does not exist", and for all others (with slashes or a dot in front) the path
// is fixed to its value on this run. Absolute paths lead out of the model, apart from a few
// devices: natively, something may be there that the model cannot know.

#include "files.h"

unsigned __assay_mask = 022;
char *__assay_working_folder = "";

static struct node *first_node;
static unsigned node_count;

char *__assay_copy_text(const char *text, size_t length) {
    char *copy = __assay_malloc(length + 1);
    memcpy(copy, text, length);
    copy[length] = 0;
    return copy;
}

struct node *__assay_add_node(enum node_kind kind, const char *path, unsigned mode) {
    struct node *node = __assay_malloc(sizeof *node);
    char *copy = path == NULL ? NULL : __assay_copy_text(path, __assay_split_length(path, SIZE_MAX));
    *node = (struct node){
        .kind = kind, .path = copy, .mode = mode, .number = ++node_count, .next = first_node};
    first_node = node;
    return node;
}

// ---- The files that are there at the start ----------------------------------------------

// One branch for each name; bytes behind its end, or that of the path's object, are not looked at.
static _Bool is_same(const char *path, const char *name) {
    size_t room = __assay_accessible(path);
    _Bool same = 1;
    for (size_t i = 0; i < room && !__assay_never(same); i++) {
        same &= path[i] == name[i];
        if (__assay_always(name[i] == 0))
            return __assay_decide(same);
    }
    return 0;
}

static struct node *node_named(const char *path) {
    for (struct node *node = first_node; node != NULL; node = node->next)
        if (node->path != NULL && is_same(path, node->path))
            return node;
    return NULL;
}

static void add_folders(const char *path) {
    for (const char *slash = strchr(path, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        char *folder = __assay_copy_text(path, (size_t)(slash - path));
        if (node_named(folder) == NULL)
            __assay_add_node(NODE_FOLDER, folder, 0755);
    }
}

struct node *__assay_nodes(void) {
    if (first_node == NULL) {
        __assay_add_node(NODE_FILE, NULL, 0644)->unread = 1; // the standard input
        for (unsigned i = 1; i < __assay_file_count(); i++) {
            size_t length = __assay_file_name(i, NULL);
            char *path = __assay_malloc(length + 1);
            __assay_file_name(i, path);
            path[length] = 0;
            add_folders(path);
            __assay_add_node(NODE_FILE, path, 0644)->unread = i + 1;
        }
    }
    return first_node;
}

void __assay_load(struct node *node) {
    if (node->unread == 0)
        return;
    unsigned file = node->unread - 1;
    node->unread = 0;
    node->room = __assay_file_room(file);
    node->bytes = __assay_malloc(node->room);
    node->size = __assay_file_content(file, node->bytes);
}

// ---- Sizes ------------------------------------------------------------------------------

size_t __assay_available(struct node *node, size_t offset, size_t n) {
    __assay_load(node);
    size_t most = node->room > offset ? node->room - offset : 0;
    if (n > most)
        n = most;
    while (n > 0 && node->size < offset + n)
        n--;
    return n;
}

size_t __assay_settle(struct node *node) {
    node->size = __assay_available(node, 0, SIZE_MAX);
    return node->size;
}

void __assay_resize(struct node *node, size_t size) {
    size_t before = __assay_settle(node);
    if (size > node->room) {
        size_t room = size < 2 * node->room ? 2 * node->room : size + 64;
        unsigned char *bytes = __assay_malloc(room);
        memcpy(bytes, node->bytes, before);
        __assay_free(node->bytes);
        node->bytes = bytes;
        node->room = room;
    }
    if (size > before)
        memset(node->bytes + before, 0, size - before);
    node->size = size;
}

// ---- Paths ------------------------------------------------------------------------------

enum { LONGEST_PATH = 4095, LONGEST_NAME = 255 };

_Bool __assay_is_directly_in(const struct node *node, const char *folder) {
    size_t length = strlen(folder);
    if (node->path == NULL)
        return 0;
    for (size_t i = 0; i < length; i++)
        if (node->path[i] != folder[i])
            return 0;
    return node->path[length] != 0 && strchr(node->path + length, '/') == NULL;
}

static _Bool is_constant(const char *path) {
    char end = path[__assay_concrete_string(path, SIZE_MAX)];
    return !__assay_is_symbolic((uint64_t)end) && end == 0;
}

// A name without slashes that does not start with a dot, as a term.
static _Bool is_plain(const char *path) {
    size_t most = __assay_sure_end(path, 0, __assay_accessible(path));
    _Bool ended = path[0] == 0;
    _Bool plain = (path[0] != 0) & (path[0] != '.');
    for (size_t i = 0; i < most; i++) {
        plain &= ended | (path[i] != '/');
        ended |= path[i] == 0;
    }
    return plain;
}

static char *fixed_copy(const char *path) {
    size_t length = __assay_split_length(path, SIZE_MAX);
    char *copy = __assay_copy_text(path, length);
    for (size_t i = 0; i < length; i++)
        copy[i] = (char)__assay_concretise((uint64_t)(unsigned char)copy[i]);
    return copy;
}

static struct target failed(int error) {
    return (struct target){.error = error, .descriptor = -1};
}

static struct target device(const char *path) {
    static struct node *null_node;
    if (strcmp(path, "/dev/null") == 0) {
        if (null_node == NULL)
            null_node = __assay_add_node(NODE_NULL, NULL, 0666);
        return (struct target){.node = null_node, .descriptor = -1};
    }
    if (strcmp(path, "/dev/stdin") == 0)
        return (struct target){.descriptor = 0};
    if (strcmp(path, "/dev/stdout") == 0)
        return (struct target){.descriptor = 1};
    if (strcmp(path, "/dev/stderr") == 0)
        return (struct target){.descriptor = 2};
    __assay_unsupported("a path that leaves the working folder of the program");
}

// The folder that the first `length` bytes of a path name must exist.
static int check_folder(const char *path, size_t length) {
    if (length == 0)
        return 0;
    char *folder = __assay_copy_text(path, length);
    struct node *node = node_named(folder);
    __assay_free(folder);
    if (node == NULL)
        return ENOENT;
    return node->kind == NODE_FOLDER ? 0 : ENOTDIR;
}

// Takes the parts of a constant path one by one. `to` has room for the working folder, the path,
// and a slash.
static int follow(const char *path, char *to) {
    size_t length = strlen(__assay_working_folder);
    memcpy(to, __assay_working_folder, length);
    if (length > 0)
        length--; // its slash
    while (*path != 0) {
        size_t part = 0;
        while (path[part] != 0 && path[part] != '/')
            part++;
        if (part > LONGEST_NAME)
            return ENAMETOOLONG;
        int error = part == 0 ? 0 : check_folder(to, length);
        if (error != 0)
            return error;
        if (part == 2 && path[0] == '.' && path[1] == '.') {
            if (length == 0)
                __assay_unsupported("a path that leaves the working folder of the program");
            while (length > 0 && to[--length] != '/')
                ;
        } else if (part > 0 && !(part == 1 && path[0] == '.')) {
            if (length > 0)
                to[length++] = '/';
            memcpy(to + length, path, part);
            length += part;
        }
        path += part + (path[part] == '/');
    }
    to[length] = 0;
    return 0;
}

// The working folder that the program starts in is a node without a name of its own.
static struct node *start_folder(void) {
    static struct node *folder;
    if (folder == NULL)
        folder = __assay_add_node(NODE_FOLDER, NULL, 0755);
    return folder;
}

static struct target find_constant(const char *path) {
    size_t length = strlen(path);
    if (length == 0)
        return failed(ENOENT);
    if (length > LONGEST_PATH)
        return failed(ENAMETOOLONG);
    if (path[0] == '/')
        return device(path);
    char *to = __assay_malloc(strlen(__assay_working_folder) + length + 2);
    int error = follow(path, to);
    if (error != 0) {
        __assay_free(to);
        return failed(error);
    }
    struct target target = {.descriptor = -1, .path = to, .as_folder = path[length - 1] == '/'};
    target.entry = to[0] == 0 ? start_folder() : node_named(to);
    target.node = __assay_file_of(target.entry);
    if (target.node != NULL && target.as_folder && target.node->kind != NODE_FOLDER)
        return failed(ENOTDIR);
    return target;
}

struct target __assay_find(const char *path) {
    path = __assay_settle_pointer(path);
    __assay_nodes();
    if (is_constant(path))
        return find_constant(path);
    if (__assay_working_folder[0] == 0) {
        struct node *entry = node_named(path);
        if (entry != NULL)
            return (struct target){__assay_file_of(entry), entry, .descriptor = -1};
        if (__assay_decide(is_plain(path)))
            return (struct target){.path = path, .descriptor = -1};
    }
    return find_constant(fixed_copy(path));
}
