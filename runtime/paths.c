// Names of files as texts: basename, dirname, fnmatch.

#include "assay.h"

// glibc's own basename: what follows the last slash.
char *basename(const char *path) {
    const char *base = path;
    for (; *path != 0; path++)
        if (*path == '/')
            base = path + 1;
    return (char *)base;
}

// The one of POSIX, which cuts slashes off the end.
char *__xpg_basename(char *path) {
    if (path == NULL || *path == 0)
        return ".";
    size_t end = strlen(path);
    while (end > 1 && path[end - 1] == '/')
        path[--end] = 0;
    size_t start = end;
    while (start > 0 && path[start - 1] != '/')
        start--;
    return start == end ? path + end - 1 : path + start;
}

char *dirname(char *path) {
    if (path == NULL || *path == 0)
        return ".";
    size_t end = strlen(path);
    while (end > 1 && path[end - 1] == '/')
        end--;
    while (end > 0 && path[end - 1] != '/')
        end--;
    if (end == 0)
        return ".";
    while (end > 1 && path[end - 1] == '/')
        end--;
    path[end] = 0;
    return path;
}

// ---- Patterns of the shell --------------------------------------------------------------

enum { FNM_PATHNAME = 1, FNM_NOESCAPE = 2, FNM_PERIOD = 4, FNM_LEADING_DIR = 8, FNM_CASEFOLD = 16,
       FNM_NOMATCH = 1 };

static int folded(char c, int flags) {
    return flags & FNM_CASEFOLD ? __assay_fold_case((unsigned char)c) : (unsigned char)c;
}

static _Bool is_hidden(const char *text, const char *start, int flags) {
    if (!(flags & FNM_PERIOD) || *text != '.')
        return 0;
    return text == start || ((flags & FNM_PATHNAME) && text[-1] == '/');
}

// `[abc]`, with the bracket passed. Returns what follows it, or null without a closing bracket.
static const char *match_set(const char *p, char c, int flags, _Bool *matches) {
    _Bool inverted = *p == '!' || *p == '^', found = 0;
    p += inverted;
    for (_Bool is_first = 1; *p != ']' || is_first; is_first = 0) {
        if (p[0] == '[' && (p[1] == ':' || p[1] == '.' || p[1] == '='))
            __assay_unsupported("'fnmatch' with a class of characters");
        if (*p == '\\' && !(flags & FNM_NOESCAPE))
            p++;
        if (*p == 0)
            return NULL;
        int low = folded(*p++, flags), high = low;
        if (p[0] == '-' && p[1] != ']' && p[1] != 0) {
            high = folded(p[1], flags);
            p += 2;
        }
        int value = folded(c, flags);
        found |= (value >= low) & (value <= high);
    }
    *matches = found != inverted;
    return p + 1;
}

static int match(const char *p, const char *text, const char *start, int flags) {
    for (; *p != 0; p++, text++) {
        if (*p == '*') {
            if (is_hidden(text, start, flags))
                return FNM_NOMATCH;
            while (*p == '*')
                p++;
            for (;; text++) {
                if (match(p, text, start, flags & ~(text == start ? 0 : FNM_PERIOD)) == 0)
                    return 0;
                if (*text == 0 || ((flags & FNM_PATHNAME) && *text == '/'))
                    return FNM_NOMATCH;
            }
        }
        if (*text == 0)
            return FNM_NOMATCH;
        _Bool is_slash = (flags & FNM_PATHNAME) && *text == '/';
        if (*p == '?' || *p == '[') {
            if (is_slash || is_hidden(text, start, flags))
                return FNM_NOMATCH;
            _Bool matches = 1;
            const char *end = *p == '[' ? match_set(p + 1, *text, flags, &matches) : p + 1;
            if (end == NULL)
                matches = *text == '[';
            else
                p = end - 1;
            if (!matches)
                return FNM_NOMATCH;
            continue;
        }
        if (*p == '\\' && !(flags & FNM_NOESCAPE) && p[1] != 0)
            p++;
        if (folded(*p, flags) != folded(*text, flags))
            return FNM_NOMATCH;
    }
    if (*text == 0 || ((flags & FNM_LEADING_DIR) && *text == '/'))
        return 0;
    return FNM_NOMATCH;
}

int fnmatch(const char *pattern, const char *text, int flags) {
    pattern = __assay_settle_pointer(pattern);
    text = __assay_settle_pointer(text);
    return match(pattern, text, text, flags);
}
