// Who the process is and where: fixed answers, which the native harness (assay_identity.c) gives
// too.

#include "files.h"

enum { ID = 1000, PARENT_ID = 999 };

int getpid(void) {
    return ID;
}

int getppid(void) {
    return PARENT_ID;
}

int getpgrp(void) {
    return ID;
}

unsigned getuid(void) {
    return ID;
}

unsigned geteuid(void) {
    return ID;
}

unsigned getgid(void) {
    return ID;
}

unsigned getegid(void) {
    return ID;
}

static const char host[] = "localhost";

int gethostname(char *name, size_t size) {
    if (size < sizeof host) {
        errno = ENAMETOOLONG;
        return -1;
    }
    memcpy(name, host, sizeof host);
    return 0;
}

enum { NAME_SIZE = 65 };

struct utsname {
    char system[NAME_SIZE], node[NAME_SIZE], release[NAME_SIZE], version[NAME_SIZE],
        machine[NAME_SIZE], domain[NAME_SIZE];
};

int uname(struct utsname *name) {
    *name = (struct utsname){"Linux", "localhost", "6.1.0", "#1 SMP", "x86_64", "(none)"};
    return 0;
}

int getpagesize(void) {
    return 4096;
}

enum {
    SC_ARG_MAX = 0, SC_CLK_TCK = 2, SC_OPEN_MAX = 4, SC_PAGESIZE = 30, SC_LINE_MAX = 43,
    SC_NPROCESSORS_CONF = 83, SC_NPROCESSORS_ONLN = 84, SC_PHYS_PAGES = 85,
};

long sysconf(int name) {
    switch (name) {
    case SC_ARG_MAX:
        return 2 << 20;
    case SC_CLK_TCK:
        return 100;
    case SC_OPEN_MAX:
        return 1024;
    case SC_PAGESIZE:
        return 4096;
    case SC_LINE_MAX:
        return 2048;
    case SC_NPROCESSORS_CONF:
    case SC_NPROCESSORS_ONLN:
        return 2;
    case SC_PHYS_PAGES:
        return 1 << 20;
    default:
        __assay_unsupported("'sysconf' of what is different on every machine");
    }
}

// ---- What was used: nothing worth telling -------------------------------------------------

enum { USAGE_FIELDS = 18, TIMES_FIELDS = 4 };

int getrusage(int whose, long *used) {
    enum { CHILDREN = -1, THREAD = 1 };
    if (whose < CHILDREN || whose > THREAD) {
        errno = EINVAL;
        return -1;
    }
    memset(used, 0, USAGE_FIELDS * sizeof *used);
    return 0;
}

long times(long *used) {
    if (used != NULL)
        memset(used, 0, TIMES_FIELDS * sizeof *used);
    return ID;
}

// ---- The working folder -------------------------------------------------------------------

static const char home[] = "/home/user";

// The path of what is at `below` the working folder that the program started in, as it shall be seen.
static char *shown_path(char *to, const char *below, size_t length) {
    memcpy(to, home, sizeof home);
    if (length > 0) {
        to[sizeof home - 1] = '/';
        memcpy(to + sizeof home, below, length);
        to[sizeof home + length] = 0;
    }
    return to;
}

char *getcwd(char *to, size_t size) {
    const char *below = __assay_working_folder; // ends with a slash, if there is any
    size_t length = strlen(below);
    size_t needed = sizeof home + length;
    if (to != NULL && size == 0) {
        errno = EINVAL;
        return NULL;
    }
    if (size > 0 && size < needed) {
        errno = ERANGE;
        return NULL;
    }
    if (to == NULL)
        to = __assay_malloc(size > 0 ? size : needed);
    return shown_path(to, below, length > 0 ? length - 1 : 0);
}

char *realpath(const char *path, char *to) {
    if (path == NULL) {
        errno = EINVAL;
        return NULL;
    }
    struct target target = __assay_find(path);
    if (target.descriptor >= 0 || (target.node != NULL && target.entry == NULL))
        __assay_unsupported("'realpath' of a device");
    if (target.node == NULL) {
        errno = target.error != 0 ? target.error : ENOENT;
        return NULL;
    }
    const char *below = target.entry->path == NULL ? "" : target.entry->path;
    size_t length = strlen(below);
    if (to == NULL)
        to = __assay_malloc(sizeof home + length + 1);
    return shown_path(to, below, length);
}

char *canonicalize_file_name(const char *path) {
    return realpath(path, NULL);
}

char *__realpath_chk(const char *path, char *to, size_t object) {
    (void)object; // the machine knows it better
    return realpath(path, to);
}
