/* Who a test is for the system: nobody that owns anything, without capabilities.
 *
 * The limit of processes counts those of a user, and does not hold for root. So each warden of root
 * has an identity of its own, which no account has. */
#define _GNU_SOURCE
#include "warden.h"

#include <grp.h>
#include <linux/capability.h>
#include <linux/securebits.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define FIRST_UNUSED 2000000000u
#define NOBODY 65534u

/* In a container there may be few ids. The map lists ranges of them. */
static bool is_listed(const char *map, unsigned id) {
    unsigned first, outside, count;
    bool is_found = false;
    FILE *file = fopen(map, "re");
    while (file && !is_found && fscanf(file, "%u %u %u", &first, &outside, &count) == 3)
        is_found = id >= first && id - first < count;
    if (file)
        fclose(file);
    return is_found;
}

static bool may_change_identity(void) {
    struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct data[_LINUX_CAPABILITY_U32S_3] = {{0}};
    uint32_t needed = 1u << CAP_SETUID | 1u << CAP_SETGID;
    return syscall(SYS_capget, &header, data) == 0 && (data[0].effective & needed) == needed;
}

struct identity choose_identity(void) {
    const unsigned candidates[] = {FIRST_UNUSED + (unsigned)getpid(), NOBODY};
    struct identity present = {geteuid(), getegid()};
    if (present.user != 0 || !may_change_identity())
        return present;
    for (int i = 0; i < 2; i++) {
        unsigned id = candidates[i];
        if (is_listed("/proc/self/uid_map", id) && is_listed("/proc/self/gid_map", id))
            return (struct identity){id, id};
    }
    return present;
}

/* Not permitted to everybody; then there is nothing to be given up. */
void give_up_future_capabilities(void) {
    prctl(PR_SET_SECUREBITS, SECBIT_NOROOT | SECBIT_NOROOT_LOCKED, 0, 0, 0);
    prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
    for (int capability = 0; capability <= CAP_LAST_CAP; capability++)
        prctl(PR_CAPBSET_DROP, capability, 0, 0, 0);
}

static void drop_capabilities(void) {
    struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {{0}};
    syscall(SYS_capset, &header, none);
}

bool become(struct identity identity) {
    setgroups(0, NULL); /* root only */
    bool is_done = setresgid(identity.group, identity.group, identity.group) == 0 &&
                   setresuid(identity.user, identity.user, identity.user) == 0;
    drop_capabilities();
    return is_done;
}
