// Who the process is: fixed answers, which the native harness (assay_clock.c) gives too.

#include "assay.h"

enum { ID = 1000, PARENT_ID = 999 };

int getpid(void) {
    return ID;
}

int getppid(void) {
    return PARENT_ID;
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

int gethostname(char *name, size_t size) {
    static const char host[] = "localhost";
    if (size < sizeof host) {
        errno = ENAMETOOLONG;
        return -1;
    }
    memcpy(name, host, sizeof host);
    return 0;
}

int getpagesize(void) {
    return 4096;
}

enum { SC_OPEN_MAX = 4, SC_PAGESIZE = 30, SC_NPROCESSORS_ONLN = 84 };

long sysconf(int name) {
    if (name == SC_PAGESIZE)
        return 4096;
    __assay_unsupported("'sysconf' of what is different on every machine");
}
