/* Namespaces: of mounts, processes, the network, System V's objects and the name of the host. What a
 * test does to any of them is seen by nobody else and is gone with it. */
#define _GNU_SOURCE
#include "warden.h"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#define NAMESPACES (CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS)

static pid_t fork_with(unsigned long flags) {
    return (pid_t)syscall(SYS_clone, flags | SIGCHLD, NULL, NULL, NULL, NULL);
}

pid_t fork_into_namespaces(void) {
    /* Whoever is not root has the right to do so where it is root: among users of its own. */
    return fork_with(geteuid() == 0 ? NAMESPACES : NAMESPACES | CLONE_NEWUSER);
}

static bool write_text(const char *path, const char *text) {
    int file = open(path, O_WRONLY | O_CLOEXEC);
    size_t size = strlen(text);
    bool is_done = file >= 0 && write(file, text, size) == (ssize_t)size;
    close(file);
    return is_done;
}

bool map_ids(uid_t user, gid_t group) {
    char users[64], groups[64];
    snprintf(users, sizeof users, "%u %u 1", user, user);
    snprintf(groups, sizeof groups, "%u %u 1", group, group);
    return write_text("/proc/self/uid_map", users) && write_text("/proc/self/setgroups", "deny") &&
           write_text("/proc/self/gid_map", groups);
}
