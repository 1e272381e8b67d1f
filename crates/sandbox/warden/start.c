/* Starts a test: between fork and exec, the new process gives up all that the test shall not have. */
#define _GNU_SOURCE
#include "warden.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Above all that a test starts with. */
enum { ASIDE = MOST_DESCRIPTORS };

#define STACK_SIZE (8ull << 20)
#define OPEN_FILES 1024
#define LOCKED_MEMORY (64ull << 10)
/* The warden itself, where it is the same user. */
#define WARDENS 2

static bool limit(int resource, uint64_t value) {
    struct rlimit limit;
    if (getrlimit(resource, &limit) != 0)
        return false;
    /* What is in force already cannot be raised. */
    if (value < limit.rlim_max)
        limit.rlim_max = value;
    limit.rlim_cur = limit.rlim_max;
    return setrlimit(resource, &limit) == 0;
}

static bool limit_all(const struct order *order) {
    /* A write beyond the limit fails instead of killing the program. */
    signal(SIGXFSZ, SIG_IGN);
    return limit(RLIMIT_CPU, order->cpu_seconds) && limit(RLIMIT_AS, order->memory) &&
           limit(RLIMIT_FSIZE, order->file_size) &&
           limit(RLIMIT_NPROC, order->processes + WARDENS) && limit(RLIMIT_STACK, STACK_SIZE) &&
           limit(RLIMIT_NOFILE, OPEN_FILES) && limit(RLIMIT_MEMLOCK, LOCKED_MEMORY) &&
           limit(RLIMIT_MSGQUEUE, 0) &&
           limit(RLIMIT_CORE, 1); /* 0 would not keep a core from a program that collects them */
}

/* Each to its number; all others are closed by exec. */
static bool place_descriptors(const struct request *request, int *program) {
    int aside[MOST_DESCRIPTORS];
    *program = fcntl(request->program, F_DUPFD_CLOEXEC, ASIDE);
    for (unsigned i = 0; i < request->count; i++)
        aside[i] = fcntl(request->descriptors[i], F_DUPFD_CLOEXEC, ASIDE);
    for (unsigned i = 0; i < request->count; i++)
        if (dup2(aside[i], (int)i) < 0)
            return false;
    return *program >= 0;
}

static void receive_signals(void) {
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

static bool is_32_bit(int program) {
    unsigned char head[EI_NIDENT] = {0};
    return pread(program, head, sizeof head, 0) == sizeof head && head[EI_CLASS] == ELFCLASS32;
}

static bool confine(const struct prison *prison, const struct order *order, int program) {
    bool has_ruleset = prison->ruleset >= 0;
    personality(ADDR_NO_RANDOMIZE);
    return setsid() >= 0 && chdir(prison->home) == 0 && limit_all(order) &&
           (!has_ruleset || permit_execution(prison->ruleset, program)) &&
           (!has_ruleset || apply_ruleset(prison->ruleset)) && become(prison->identity) &&
           (!prison->has_filter || apply_filter(is_32_bit(program)));
}

pid_t start(const struct prison *prison, const struct request *request, volatile int32_t *error) {
    *error = 0;
    pid_t test = fork();
    if (test != 0)
        return test;
    int program;
    receive_signals();
    if (place_descriptors(request, &program) && confine(prison, &request->order, program))
        syscall(SYS_execveat, program, "", request->arguments, request->variables,
                AT_EMPTY_PATH);
    *error = errno;
    _exit(126);
}
