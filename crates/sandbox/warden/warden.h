/* The parts of the warden: see warden.c. */
#ifndef WARDEN_H
#define WARDEN_H

#include <linux/filter.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* ---- Messages; their layout is shared with src/message.rs ---- */

enum { MOST_DESCRIPTORS = 16, MOST_VARIABLES = 16, MOST_ARGUMENTS = 32 };

/* What the system does not give. */
enum missing { NO_NAMESPACES = 1, NO_LANDLOCK = 2, NO_SECCOMP = 4, NO_IDENTITY = 8 };

/* Sent once, when the warden is ready. The path of the tests' working folder follows. */
struct greeting {
    uint32_t missing;
};

/* Texts follow, each with its final zero: the name of the program, the name of the file to hand
 * back, its arguments, and the variables of its environment. The descriptors that come with it are the program
 * and those that it starts with, 0 and up. */
struct order {
    uint64_t milliseconds; /* 0: no limit */
    uint64_t cpu_seconds;
    uint64_t memory;
    uint64_t file_size;
    uint64_t processes;
    uint64_t arguments; /* how many of them there are */
};

/* The file to hand back comes with it, if there is one. */
struct answer {
    int32_t error;   /* why the program could not be started; 0 if it was */
    int32_t status;  /* of wait */
    uint32_t is_over; /* ended by the warden, for its time was over */
};

/* ---- namespaces.c ---- */

/* The new process is the first one of namespaces of its own; 0 there. -1 where there are none to be had. */
pid_t fork_into_namespaces(void);
/* In that process: it has the ids that it had outside. */
bool map_ids(uid_t user, gid_t group);

/* ---- identity.c ---- */

struct identity {
    uid_t user;
    gid_t group;
};

/* One that owns nothing, for tests of a warden that is root; else, or if there is none, the present one. */
struct identity choose_identity(void);
/* No program that is started from here on has any; this process keeps its own. */
void give_up_future_capabilities(void);
/* For good, and without capabilities. */
bool become(struct identity identity);

/* ---- view.c ---- */

/* Folders and files of the system that every program may read. Ends with NULL. */
extern const char *const system_paths[];
/* Devices that it may also write to. */
extern const char *const device_paths[];

/* Where a test may write: below these folders, which it cannot change themselves. */
#define HOMES "/assay"
#define HOME HOMES "/home"

/* Leaves nothing to be seen but the system, `more` and what a test may write to. */
bool make_view(char *const *more);
/* There is a list of processes, and only of those in the namespace. */
bool has_own_processes(void);
/* Empty folders to work in and for temporary files, of limited size. */
bool make_homes(struct identity owner);
/* Makes them empty again. */
bool renew_homes(struct identity owner);

/* ---- landlock.c ---- */

bool is_landlock_there(void);
/* Reading what is in the view, writing below `homes`. -1 where there is no Landlock. */
int make_ruleset(char *const *more, const char *homes);
bool permit_execution(int ruleset, int program);
/* Applied to this process, for good. */
bool apply_ruleset(int ruleset);

/* ---- filter.c ---- */

bool is_seccomp_there(void);
/* `has_view`: everything outside of its working folder is read-only for the program. */
void make_filters(bool has_view);
/* A 64-bit program cannot make the system calls of 32-bit ones; the other way round it can. */
bool apply_filter(bool is_32_bit);

/* When a system call is allowed. */
enum condition {
    ALWAYS,
    IF_NO_NAMESPACE,   /* flags of clone */
    IF_SELF,           /* the first argument is 0: the calling process */
    IF_OWN_PRIORITY,   /* PRIO_PROCESS, 0 */
    IF_LOCAL,          /* AF_UNIX */
    IF_NO_ADDRESS,     /* the fifth argument is 0: where it is connected to */
    IF_ONLY_ASKING,    /* the first argument is 0xffffffff */
    IF_HARMLESS_IOCTL,
    IF_HARMLESS_FCNTL,
    IF_HARMLESS_PRCTL,
    IF_VIEW, /* changes modes, owners and times by path or descriptor */
    UNKNOWN, /* never; answered as by a system that does not have it */
};

struct call {
    uint32_t number;
    enum condition condition;
};

/* Made from calls.h for each of the two tables of system calls. */
extern const struct call calls_64[], calls_32[];
extern const size_t count_64, count_32;

/* ---- start.c ---- */

/* What all tests of a warden have in common. */
struct prison {
    struct identity identity;
    const char *home;
    int ruleset; /* -1 where there is none */
    bool has_filter;
};

/* An order with its texts and descriptors. */
struct request {
    struct order order;
    char *kept;
    /* The name of the program in front. */
    char *arguments[MOST_ARGUMENTS + 2];
    char *variables[MOST_VARIABLES + 1];
    int program;
    int descriptors[MOST_DESCRIPTORS];
    unsigned count;
};

/* Starts the program, confined. `*error` says why it could not, if it is not 0 when the process has ended; it is
 * shared with that process. */
pid_t start(const struct prison *prison, const struct request *request, volatile int32_t *error);

/* ---- wait.c ---- */

/* To be called once, before any test is started. */
bool prepare_waiting(void);
/* Until the test has ended, its time is over or nobody listens at `control` any more; then false. Whatever it
 * has started is dead then too. */
bool wait_for(pid_t test, uint64_t milliseconds, int control, struct answer *answer);

#endif
