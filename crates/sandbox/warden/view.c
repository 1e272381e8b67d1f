/* What a test sees of the file system: the libraries and programs of the system, read-only, a few
 * devices, its own processes, and empty folders that it has for itself. */
#define _GNU_SOURCE
#include "warden.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

const char *const system_paths[] = {
    "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store", "/gnu/store",
    "/etc/alternatives", "/etc/group", "/etc/host.conf", "/etc/hosts", "/etc/ld.so.cache",
    "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/locale.alias", "/etc/localtime",
    "/etc/nsswitch.conf", "/etc/os-release", "/etc/passwd", "/etc/protocols", "/etc/services",
    "/etc/shells", "/etc/timezone", NULL,
};

const char *const device_paths[] = {
    "/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", NULL,
};

#define TEMPORARY HOMES "/tmp"
/* Where the old root is while the new one is made. */
#define OLD "/old"
/* Of each folder that a test may write to: bytes, and files and folders. */
#define HOME_SIZE "64m"
#define HOME_ENTRIES "1024"

/* All folders that the path goes through. */
static bool make_parents(const char *path) {
    char parent[PATH_MAX];
    for (const char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        snprintf(parent, sizeof parent, "%.*s", (int)(slash - path), path);
        if (mkdir(parent, 0755) != 0 && errno != EEXIST)
            return false;
    }
    return true;
}

static bool make_file(const char *path) {
    int file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
    close(file);
    return file >= 0;
}

static bool copy_link(const char *source, const char *path) {
    char target[PATH_MAX];
    ssize_t size = readlink(source, target, sizeof target - 1);
    if (size < 0)
        return false;
    target[size] = 0;
    return symlink(target, path) == 0;
}

/* The same place in the new root, with more restrictions; nothing where there is no such thing. */
static bool show(const char *path, uint64_t restrictions) {
    char source[PATH_MAX];
    struct stat status;
    snprintf(source, sizeof source, OLD "%s", path);
    if (lstat(source, &status) != 0 || access(path, F_OK) == 0)
        return true;
    if (!make_parents(path))
        return false;
    if (S_ISLNK(status.st_mode))
        return copy_link(source, path);
    bool is_made = S_ISDIR(status.st_mode) ? mkdir(path, 0755) == 0 : make_file(path);
    struct mount_attr attributes = {.attr_set = MOUNT_ATTR_RDONLY | restrictions};
    return is_made && mount(source, path, NULL, MS_BIND | MS_REC, NULL) == 0 &&
           mount_setattr(AT_FDCWD, path, AT_RECURSIVE, &attributes, sizeof attributes) == 0;
}

static bool show_all(const char *const *paths, uint64_t restrictions) {
    for (; *paths; paths++)
        if (!show(*paths, restrictions))
            return false;
    return true;
}

static bool is_list_own;

bool has_own_processes(void) { return is_list_own; }

/* A list of its own is not permitted where parts of the old one are hidden, as in containers. The old
 * one is left to Landlock. */
static bool show_processes(void) {
    unsigned long flags = MS_NOSUID | MS_NODEV | MS_NOEXEC | MS_RDONLY;
    is_list_own = mkdir("/proc", 0755) == 0 && mount("proc", "/proc", "proc", flags, NULL) == 0;
    return is_list_own || !is_landlock_there() || (rmdir("/proc") == 0 && show("/proc", 0));
}

/* The folder is on another file system than before, which becomes the root. */
static bool change_root(const char *folder) {
    return mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0 &&
           mount("tmpfs", folder, "tmpfs", MS_NOSUID | MS_NODEV, "mode=755,size=1m") == 0 &&
           chdir(folder) == 0 && mkdir("." OLD, 0700) == 0 &&
           syscall(SYS_pivot_root, ".", "." OLD) == 0 && chdir("/") == 0;
}

bool make_view(char *const *more) {
    uint64_t plain = MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV;
    struct mount_attr read_only = {.attr_set = MOUNT_ATTR_RDONLY};
    umask(022);
    if (!change_root("/tmp") || !show_all(system_paths, plain) ||
        !show_all((const char *const *)more, plain) ||
        !show_all(device_paths, MOUNT_ATTR_NOSUID | MOUNT_ATTR_NOEXEC))
        return false;
    return show_processes() && make_parents(HOME "/") && make_parents(TEMPORARY "/") &&
           (symlink(TEMPORARY, "/tmp") == 0 || errno == EEXIST) && umount2(OLD, MNT_DETACH) == 0 && rmdir(OLD) == 0 &&
           mount_setattr(AT_FDCWD, "/", 0, &read_only, sizeof read_only) == 0;
}

/* ---- Where a test may write ---- */

static const char *const homes[] = {HOME, TEMPORARY};
enum { HOME_COUNT = sizeof homes / sizeof *homes };

static bool make_home(const char *path, struct identity owner) {
    char options[128];
    snprintf(options, sizeof options,
             "mode=755,size=" HOME_SIZE ",nr_inodes=" HOME_ENTRIES ",uid=%u,gid=%u", owner.user,
             owner.group);
    return mount("tmpfs", path, "tmpfs", MS_NOSUID | MS_NODEV, options) == 0;
}

bool make_homes(struct identity owner) {
    for (int i = 0; i < HOME_COUNT; i++)
        if (!make_home(homes[i], owner))
            return false;
    return true;
}

static bool is_empty(const char *path) {
    DIR *folder = opendir(path);
    int entries = 0;
    while (folder && entries <= 2 && readdir(folder))
        entries++;
    if (folder)
        closedir(folder);
    return entries == 2; /* itself and its parent */
}

/* A test that has left nothing leaves it to the next one: taking a file system away makes the system wait
 * for all processors. */
bool renew_homes(struct identity owner) {
    for (int i = 0; i < HOME_COUNT; i++) {
        if (is_empty(homes[i]) && chmod(homes[i], 0755) == 0)
            continue;
        if (umount2(homes[i], MNT_DETACH) != 0 || !make_home(homes[i], owner))
            return false;
    }
    return true;
}
