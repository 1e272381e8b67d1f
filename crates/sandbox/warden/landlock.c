/* Linux's Landlock takes rights from a process and all its children without privileges: a *ruleset*
 * names the rights that are taken away and the places where they stay. Kernels differ in what they
 * know; what a kernel does not know stays permitted. */
#define _GNU_SOURCE
#include "warden.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Rights to files, by the version that brought them; newer than the headers of some systems. */
#define EXECUTE (1ull << 0)
#define WRITE_FILE (1ull << 1)
#define READ_FILE (1ull << 2)
#define READ_FOLDER (1ull << 3)
#define FIRST_VERSION ((1ull << 13) - 1)
#define SECOND_VERSION ((1ull << 14) - 1) /* moving between folders */
#define TRUNCATE (1ull << 14)             /* the third */
#define CONTROL_DEVICE (1ull << 15)       /* the fifth */

#define READING (EXECUTE | READ_FILE | READ_FOLDER)
/* What makes sense for a file that is no folder. */
#define OF_FILES (EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | CONTROL_DEVICE)
/* Connecting and listening, the fourth; abstract sockets and signals of others, the sixth. */
#define NETWORK 3ull
#define OTHER_PROCESSES 3ull

#define RULE_PATH_BENEATH 1
#define ASK_VERSION 1u

struct attributes {
    uint64_t files, network, scoped;
};

struct __attribute__((packed)) path_beneath {
    uint64_t allowed;
    int32_t parent;
};

static struct attributes handled;

static struct attributes known_to(long version) {
    struct attributes known = {FIRST_VERSION, 0, 0};
    if (version >= 2)
        known.files = SECOND_VERSION;
    if (version >= 3)
        known.files |= TRUNCATE;
    if (version >= 4)
        known.network = NETWORK;
    if (version >= 5)
        known.files |= CONTROL_DEVICE;
    if (version >= 6)
        known.scoped = OTHER_PROCESSES;
    return known;
}

static size_t size_for(long version) {
    return version >= 6 ? sizeof handled : version >= 4 ? 2 * sizeof(uint64_t) : sizeof(uint64_t);
}

static bool allow_at(int ruleset, int place, uint64_t rights) {
    struct stat status;
    if (fstat(place, &status) != 0)
        return false;
    if (!S_ISDIR(status.st_mode))
        rights &= OF_FILES;
    struct path_beneath rule = {rights & handled.files, place};
    return syscall(SYS_landlock_add_rule, ruleset, RULE_PATH_BENEATH, &rule, 0) == 0;
}

/* What is not there needs no rule. */
static void allow(int ruleset, const char *path, uint64_t rights) {
    int place = open(path, O_PATH | O_CLOEXEC);
    if (place >= 0)
        allow_at(ruleset, place, rights);
    close(place);
}

static void allow_all(int ruleset, const char *const *paths, uint64_t rights) {
    for (; *paths; paths++)
        allow(ruleset, *paths, rights);
}

static long version(void) {
    return syscall(SYS_landlock_create_ruleset, NULL, 0, ASK_VERSION);
}

bool is_landlock_there(void) { return version() >= 1; }

int make_ruleset(char *const *more, const char *homes) {
    if (!is_landlock_there())
        return -1;
    handled = known_to(version());
    int made = (int)syscall(SYS_landlock_create_ruleset, &handled, size_for(version()), 0);
    /* Out of the way of what tests start with. */
    int ruleset = fcntl(made, F_DUPFD_CLOEXEC, MOST_DESCRIPTORS);
    close(made);
    if (ruleset < 0)
        return -1;
    allow_all(ruleset, system_paths, READING);
    allow_all(ruleset, (const char *const *)more, READING);
    allow_all(ruleset, device_paths, READ_FILE | WRITE_FILE | TRUNCATE | CONTROL_DEVICE);
    allow(ruleset, homes, ~0ull);
    if (has_own_processes())
        allow(ruleset, "/proc", READING);
    return ruleset;
}

bool permit_execution(int ruleset, int program) {
    return allow_at(ruleset, program, EXECUTE | READ_FILE);
}

bool apply_ruleset(int ruleset) {
    /* Else it may look at itself; processes that it starts may not. */
    if (!has_own_processes())
        allow(ruleset, "/proc/self", READING);
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    return syscall(SYS_landlock_restrict_self, ruleset, 0) == 0;
}
