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
#define ALL_IDS 4294967295u

/* In a container there may be fewer. */
static bool has_all_ids(void) {
    unsigned inside, outside, count = 0;
    FILE *map = fopen("/proc/self/uid_map", "re");
    bool is_read = map && fscanf(map, "%u %u %u", &inside, &outside, &count) == 3;
    if (map)
        fclose(map);
    return is_read && count == ALL_IDS;
}

struct identity choose_identity(void) {
    if (geteuid() != 0)
        return (struct identity){geteuid(), getegid()};
    uid_t unused = has_all_ids() ? FIRST_UNUSED + (uid_t)getpid() : NOBODY;
    return (struct identity){unused, unused};
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
