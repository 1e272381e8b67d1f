/* Makes a table of system calls, for one set of numbers. Define TABLE_32 for the 32-bit one. */
#ifdef TABLE_32
#include <asm/unistd_32.h>
#else
#include <asm/unistd_64.h>
#endif
#include "calls.h"
#include "warden.h"

/* Newer than the headers of some systems; the numbers are the same in both tables. */
#ifndef __NR_fchmodat2
#define __NR_fchmodat2 452
#endif
#ifndef __NR_mseal
#define __NR_mseal 462
#endif

#define IS(name, condition) {__NR_##name, condition},
#define IS_ALWAYS(name) IS(name, ALWAYS)
#define IS_METADATA(name) IS(name, IF_VIEW)
#define IS_SELF(name) IS(name, IF_SELF)
#define IS_ABSENT(name) IS(name, UNKNOWN)
#define IS_FCNTL(name) IS(name, IF_HARMLESS_FCNTL)

#ifdef TABLE_32
const struct call calls_32[] = {
    ONLY_32(IS_ALWAYS) METADATA_32(IS_METADATA) FCNTL_32(IS_FCNTL)
#else
const struct call calls_64[] = {
    ONLY_64(IS_ALWAYS) ABSENT_64(IS_ABSENT)
#endif
    FILES(IS_ALWAYS) METADATA(IS_METADATA) EVENTS(IS_ALWAYS) PAIRS(IS_ALWAYS) MEMORY(IS_ALWAYS)
    PROCESSES(IS_ALWAYS) CLOCKS(IS_ALWAYS) SELF(IS_SELF) ABSENT(IS_ABSENT)
    IS(fcntl, IF_HARMLESS_FCNTL) IS(ioctl, IF_HARMLESS_IOCTL) IS(prctl, IF_HARMLESS_PRCTL)
    IS(clone, IF_NO_NAMESPACE) IS(setpriority, IF_OWN_PRIORITY) IS(personality, IF_ONLY_ASKING)
    IS(socketpair, IF_LOCAL) IS(sendto, IF_NO_ADDRESS)
};

#ifdef TABLE_32
const size_t count_32 = sizeof calls_32 / sizeof *calls_32;
#else
const size_t count_64 = sizeof calls_64 / sizeof *calls_64;
#endif
