/* Who a process is and where: its number, its owner, the accounts, the host, its folder and files. All are
 * answered with the fixed values of Assay's machine (runtime/identity.c, runtime/accounts.c).
 *
 * Linked with -Wl,--wrap for each function that the program does not define itself. */
#include "assay_inputs.h"

#include "assay_accounts.h"
#include <errno.h>
#include <grp.h>
#include <pwd.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/times.h>
#include <sys/types.h>
#include <sys/utsname.h>
#include <unistd.h>

enum { ID = 1000, PARENT_ID = 999, LONGEST_PATH = 4096 };

#define HOST "localhost"
#define HOME "/home/user"

pid_t __wrap_getpid(void) { return ID; }
int __real_kill(pid_t process, int number);
int __wrap_kill(pid_t process, int number) {
    return process == ID ? raise(number) : __real_kill(process, number);
}
pid_t __wrap_getppid(void) { return PARENT_ID; }
pid_t __wrap_getpgrp(void) { return ID; }
uid_t __wrap_getuid(void) { return ID; }
uid_t __wrap_geteuid(void) { return ID; }
gid_t __wrap_getgid(void) { return ID; }
gid_t __wrap_getegid(void) { return ID; }

/* ---- Accounts ---- */

static char *nobody[] = {NULL};

#define ACCOUNT(name, number, folder) {name, "x", number, number, name, folder, "/bin/bash"},
#define GROUP(name, number, folder) {name, "x", number, nobody},

static struct passwd accounts[] = {ASSAY_ACCOUNTS(ACCOUNT)};
static struct group groups[] = {ASSAY_ACCOUNTS(GROUP)};

enum { ACCOUNTS = sizeof accounts / sizeof *accounts };

static unsigned next_account, next_group;

struct passwd *__wrap_getpwuid(uid_t user) {
    if (FAILS("getpwuid"))
        return NULL;
    for (int i = 0; i < ACCOUNTS; i++)
        if (accounts[i].pw_uid == user)
            return &accounts[i];
    return NULL;
}

struct passwd *__wrap_getpwnam(const char *name) {
    if (FAILS("getpwnam"))
        return NULL;
    for (int i = 0; i < ACCOUNTS; i++)
        if (strcmp(accounts[i].pw_name, name) == 0)
            return &accounts[i];
    return NULL;
}

struct passwd *__wrap_getpwent(void) {
    if (FAILS("getpwent"))
        return NULL;
    return next_account < ACCOUNTS ? &accounts[next_account++] : NULL;
}

void __wrap_setpwent(void) { next_account = 0; }
void __wrap_endpwent(void) { next_account = 0; }

struct group *__wrap_getgrgid(gid_t number) {
    if (FAILS("getgrgid"))
        return NULL;
    for (int i = 0; i < ACCOUNTS; i++)
        if (groups[i].gr_gid == number)
            return &groups[i];
    return NULL;
}

struct group *__wrap_getgrnam(const char *name) {
    if (FAILS("getgrnam"))
        return NULL;
    for (int i = 0; i < ACCOUNTS; i++)
        if (strcmp(groups[i].gr_name, name) == 0)
            return &groups[i];
    return NULL;
}

struct group *__wrap_getgrent(void) {
    if (FAILS("getgrent"))
        return NULL;
    return next_group < ACCOUNTS ? &groups[next_group++] : NULL;
}

void __wrap_setgrent(void) { next_group = 0; }
void __wrap_endgrent(void) { next_group = 0; }

char *__wrap_getlogin(void) { return FAILS("getlogin") ? NULL : accounts[1].pw_name; }

int __wrap_getgroups(int size, gid_t *list) {
    if (FAILS("getgroups"))
        return -1;
    if (size < 0) {
        errno = EINVAL;
        return -1;
    }
    if (size > 0)
        list[0] = groups[1].gr_gid;
    return 1;
}

/* ---- The host ---- */

int __wrap_gethostname(char *name, size_t size) {
    if (FAILS("gethostname"))
        return -1;
    if (size < sizeof HOST) {
        errno = ENAMETOOLONG;
        return -1;
    }
    memcpy(name, HOST, sizeof HOST);
    return 0;
}

int __wrap_uname(struct utsname *name) {
    memset(name, 0, sizeof *name);
    strcpy(name->sysname, "Linux");
    strcpy(name->nodename, HOST);
    strcpy(name->release, "6.1.0");
    strcpy(name->version, "#1 SMP");
    strcpy(name->machine, "x86_64");
    strcpy(name->domainname, "(none)");
    return 0;
}

long __real_sysconf(int name);

long __wrap_sysconf(int name) {
    switch (name) {
    case _SC_ARG_MAX: return 2 << 20;
    case _SC_OPEN_MAX: return 1024;
    case _SC_NPROCESSORS_CONF:
    case _SC_NPROCESSORS_ONLN: return 2;
    case _SC_PHYS_PAGES: return 1 << 20;
    default: return __real_sysconf(name);
    }
}

/* What was used: nothing worth telling. */

int __wrap_getrusage(int whose, struct rusage *used) {
    if (whose < RUSAGE_CHILDREN || whose > RUSAGE_THREAD)
        return errno = EINVAL, -1;
    memset(used, 0, sizeof *used);
    return 0;
}

clock_t __wrap_times(struct tms *used) {
    if (FAILS("times"))
        return -1;
    if (used)
        memset(used, 0, sizeof *used);
    return ID;
}

/* ---- Who owns files: the process, whoever that is ---- */

#define STATUS(name, parameters, arguments)                  \
    int __real_##name parameters;                            \
    int __wrap_##name parameters {                           \
        if (FAILS(#name))                                    \
            return -1;                                       \
        int result = __real_##name arguments;                \
        if (result == 0 && status->st_uid == owner())        \
            status->st_uid = status->st_gid = ID;            \
        return result;                                       \
    }

static uid_t owner(void) { return (uid_t)syscall(SYS_geteuid); }

STATUS(stat, (const char *path, struct stat *status), (path, status))
STATUS(lstat, (const char *path, struct stat *status), (path, status))
STATUS(fstat, (int file, struct stat *status), (file, status))
STATUS(fstatat, (int folder, const char *path, struct stat *status, int flags),
       (folder, path, status, flags))
STATUS(stat64, (const char *path, struct stat64 *status), (path, status))
STATUS(lstat64, (const char *path, struct stat64 *status), (path, status))
STATUS(fstat64, (int file, struct stat64 *status), (file, status))
STATUS(fstatat64, (int folder, const char *path, struct stat64 *status, int flags),
       (folder, path, status, flags))

/* They cannot be given away. What is checked besides, and changed, is up to the system. */

#define OWNER(name, parameters, arguments)                               \
    int __real_##name parameters;                                        \
    int __wrap_##name parameters {                                       \
        if (FAILS(#name))                                                \
            return -1;                                                   \
        _Bool is_own = (user == ID || user == (uid_t)-1) &&              \
                       (group == ID || group == (gid_t)-1);              \
        user = (uid_t)-1;                                                \
        group = (gid_t)-1;                                               \
        int result = __real_##name arguments;                            \
        return result != 0 || is_own ? result : (errno = EPERM, -1);     \
    }

OWNER(chown, (const char *path, uid_t user, gid_t group), (path, user, group))
OWNER(lchown, (const char *path, uid_t user, gid_t group), (path, user, group))
OWNER(fchown, (int file, uid_t user, gid_t group), (file, user, group))
OWNER(fchownat, (int folder, const char *path, uid_t user, gid_t group, int flags),
      (folder, path, user, group, flags))

/* ---- The working folder ---- */

static char start[LONGEST_PATH];

__attribute__((constructor)) static void remember_start(void) {
    if (syscall(SYS_getcwd, start, sizeof start) < 0)
        start[0] = 0;
}

/* The folder that a test runs in is another one each time. `to` has room for HOME and the path. */
static char *shown_path(char *to, const char *real) {
    size_t below = strlen(start);
    strcpy(to, strncmp(real, start, below) == 0 ? HOME : "");
    return strcat(to, *to ? real + below : real);
}

char *__wrap_getcwd(char *to, size_t size) {
    char real[LONGEST_PATH], shown[sizeof HOME + LONGEST_PATH];
    if (FAILS("getcwd"))
        return NULL;
    if (syscall(SYS_getcwd, real, sizeof real) < 0)
        return NULL;
    shown_path(shown, real);
    if (to && size == 0)
        return errno = EINVAL, NULL;
    if (size > 0 && strlen(shown) >= size)
        return errno = ERANGE, NULL;
    if (!to)
        to = malloc(size > 0 ? size : strlen(shown) + 1);
    return to ? strcpy(to, shown) : NULL;
}

char *__real_realpath(const char *path, char *to);

static char *real_path(const char *path, char *to) {
    char real[LONGEST_PATH], shown[sizeof HOME + LONGEST_PATH];
    if (!__real_realpath(path, real))
        return NULL;
    shown_path(shown, real);
    if (!to)
        to = malloc(strlen(shown) + 1);
    return to ? strcpy(to, shown) : NULL;
}

char *__wrap_realpath(const char *path, char *to) {
    return FAILS("realpath") ? NULL : real_path(path, to);
}

char *__wrap_canonicalize_file_name(const char *path) {
    return FAILS("canonicalize_file_name") ? NULL : real_path(path, NULL);
}

char *__wrap___realpath_chk(const char *path, char *to, size_t size) {
    (void)size;
    return FAILS("__realpath_chk") ? NULL : real_path(path, to);
}
