// glob: the paths that match a pattern of the shell, in the file system of the model.
//
// A pattern is taken apart at its slashes. A part without `*`, `?`, `[` and `\` is a name; any other part is
// compared with all names of the folder that the parts before it lead to. What comes out is
// sorted, so the order of the model's folders shows only where the caller wants no order.

#include "files.h"

enum {
    GLOB_MARK = 1 << 1, GLOB_NOSORT = 1 << 2, GLOB_DOOFFS = 1 << 3, GLOB_NOCHECK = 1 << 4,
    GLOB_APPEND = 1 << 5, GLOB_NOESCAPE = 1 << 6, GLOB_PERIOD = 1 << 7, GLOB_MAGCHAR = 1 << 8,
    GLOB_ALTDIRFUNC = 1 << 9, GLOB_BRACE = 1 << 10, GLOB_NOMAGIC = 1 << 11, GLOB_TILDE = 1 << 12,
    GLOB_ONLYDIR = 1 << 13, GLOB_TILDE_CHECK = 1 << 14,
};

enum { GLOB_NOSPACE = 1, GLOB_ABORTED, GLOB_NOMATCH };
enum { FNM_NOESCAPE = 2, FNM_PERIOD = 4 };

struct glob {
    size_t gl_pathc;
    char **gl_pathv;
    size_t gl_offs;
    int gl_flags;
    void (*functions[5])(void);
};

int fnmatch(const char *pattern, const char *text, int flags);
void qsort(void *base, size_t n, size_t size, int (*compare)(const void *, const void *));

// ---- What was found ---------------------------------------------------------------------

static size_t slots_before(const struct glob *found) {
    return found->gl_flags & GLOB_DOOFFS ? found->gl_offs : 0;
}

static void add(struct glob *found, char *path) {
    size_t before = slots_before(found);
    size_t count = before + found->gl_pathc;
    char **paths = __assay_malloc((count + 2) * sizeof *paths);
    if (found->gl_pathv != NULL)
        memcpy(paths, found->gl_pathv, count * sizeof *paths);
    else
        memset(paths, 0, before * sizeof *paths);
    __assay_free(found->gl_pathv);
    paths[count] = path;
    paths[count + 1] = NULL;
    found->gl_pathv = paths;
    found->gl_pathc++;
}

// `prefix`, then the name, then a slash if there is to be one.
static char *joined(const char *prefix, const char *name, size_t length, _Bool slash) {
    size_t start = strlen(prefix);
    char *path = __assay_malloc(start + length + 2);
    memcpy(path, prefix, start);
    memcpy(path + start, name, length);
    path[start + length] = '/';
    path[start + length + slash] = 0;
    return path;
}

// ---- Patterns ---------------------------------------------------------------------------

static _Bool has_magic(const char *pattern, size_t length, int flags) {
    for (size_t i = 0; i < length; i++) {
        _Bool is_escape = pattern[i] == '\\' && !(flags & GLOB_NOESCAPE);
        if (is_escape || pattern[i] == '*' || pattern[i] == '?' || pattern[i] == '[')
            return 1;
    }
    return 0;
}

// ---- Following a pattern ----------------------------------------------------------------

struct search {
    struct glob *found;
    int flags;
};

static void follow(const struct search *search, const char *prefix, const char *pattern);

// There is such a name in the folder `prefix`; `rest` is what follows it in the pattern.
static void take(const struct search *search, const char *prefix, const char *name, _Bool is_folder,
                 const char *rest) {
    size_t length = strlen(name);
    if (*rest != 0 && is_folder)
        follow(search, joined(prefix, name, length, 1), rest + 1);
    if (*rest == 0)
        add(search->found, joined(prefix, name, length, is_folder && (search->flags & GLOB_MARK)));
}

static void take_if_there(const struct search *search, const char *prefix, const char *name, const char *rest) {
    struct target target = __assay_find(joined(prefix, name, strlen(name), 0));
    if (target.node != NULL || target.descriptor >= 0)
        take(search, prefix, name, target.node != NULL && target.node->kind == NODE_FOLDER, rest);
}

static void take_matching(const struct search *search, const char *prefix, const char *part, const char *rest) {
    struct target target = __assay_find(*prefix == 0 ? "." : prefix);
    if (target.node == NULL || target.node->kind != NODE_FOLDER)
        return;
    _Bool shows_hidden = (search->flags & GLOB_PERIOD) && *rest == 0; // not on the way
    int flags = (search->flags & GLOB_NOESCAPE ? FNM_NOESCAPE : 0) | (shows_hidden ? 0 : FNM_PERIOD);
    if (fnmatch(part, ".", flags) == 0)
        take(search, prefix, ".", 1, rest);
    if (fnmatch(part, "..", flags) == 0)
        take(search, prefix, "..", 1, rest);
    const char *path = target.node->path == NULL ? "" : target.node->path;
    char *folder = joined(path, "", 0, *path != 0);
    for (struct node *node = __assay_nodes(); node != NULL; node = node->next) {
        const char *name = __assay_is_directly_in(node, folder) ? node->path + strlen(folder) : NULL;
        _Bool is_asked_for = node->kind == NODE_FOLDER || !(search->flags & GLOB_ONLYDIR);
        if (name != NULL && is_asked_for && fnmatch(part, name, flags) == 0)
            take(search, prefix, name, node->kind == NODE_FOLDER, rest);
    }
}

static void follow(const struct search *search, const char *prefix, const char *pattern) {
    size_t length = 0;
    while (pattern[length] != 0 && pattern[length] != '/')
        length++;
    if (pattern[0] == 0)
        add(search->found, joined(prefix, "", 0, 0)); // the pattern ends with a slash
    else if (has_magic(pattern, length, search->flags))
        take_matching(search, prefix, __assay_copy_text(pattern, length), pattern + length);
    else
        take_if_there(search, prefix, __assay_copy_text(pattern, length), pattern + length);
}

// ---- The function -----------------------------------------------------------------------

static int compare_paths(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void check_flags(const char *pattern, int flags) {
    if (flags & GLOB_ALTDIRFUNC)
        __assay_unsupported("'glob' with functions of the caller");
    if ((flags & GLOB_BRACE) && strchr(pattern, '{') != NULL)
        __assay_unsupported("'glob' with braces");
    if ((flags & (GLOB_TILDE | GLOB_TILDE_CHECK)) && pattern[0] == '~')
        __assay_unsupported("a path that leaves the working folder of the program");
}

int glob(const char *pattern, int flags, int (*failed)(const char *, int), struct glob *found) {
    (void)failed; // every folder can be read
    pattern = __assay_settle_pointer(pattern);
    check_flags(pattern, flags);
    size_t length = strlen(pattern);
    _Bool is_magic = has_magic(pattern, length, flags);
    if (!(flags & GLOB_APPEND)) {
        found->gl_pathc = 0;
        found->gl_pathv = NULL;
    }
    found->gl_flags = flags;
    size_t before = found->gl_pathc;
    if (length > 0)
        follow(&(struct search){found, flags}, "", pattern);
    if (found->gl_pathc == before) {
        if (!(flags & GLOB_NOCHECK) && (is_magic || !(flags & GLOB_NOMAGIC)))
            return GLOB_NOMATCH;
        add(found, __assay_copy_text(pattern, length));
    }
    size_t last = length;
    while (last > 0 && pattern[last - 1] != '/')
        last--;
    if (has_magic(pattern + last, length - last, flags))
        found->gl_flags |= GLOB_MAGCHAR;
    if (!(flags & GLOB_NOSORT))
        qsort(found->gl_pathv + slots_before(found) + before, found->gl_pathc - before, sizeof(char *),
              compare_paths);
    return 0;
}

void globfree(struct glob *found) {
    if (found->gl_pathv == NULL)
        return;
    for (size_t i = 0; i < found->gl_pathc; i++)
        __assay_free(found->gl_pathv[slots_before(found) + i]);
    __assay_free(found->gl_pathv);
    found->gl_pathv = NULL;
    found->gl_pathc = 0;
}

// On x86-64 it is the same function; where it is not, the layout of what is found is.
int glob64(const char *pattern, int flags, int (*failed)(const char *, int), struct glob *found) {
    return glob(pattern, flags, failed, found);
}

void globfree64(struct glob *found) {
    globfree(found);
}
