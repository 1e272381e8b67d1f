/* Goes with every test: starts the list of inputs, and keeps the coverage profile when the
 * program does not return from main (crash, abort, _exit, timeout). */
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "assay_test.h"

const struct assay_input *assay_next = assay_inputs;

static const char *const only_the_name[] = {"program", 0};
static const char *const nothing[] = {0};
static const struct assay_file no_files[] = {{0}};

/* Of a test that does not say anything else. */
__attribute__((weak)) const struct assay_world assay_world = {
    only_the_name, 0, nothing, {"stdin", 0, ""}, no_files, 0,
};

const struct assay_world *assay_surroundings(void) { return &assay_world; }

/* There only in programs built with coverage. */
__attribute__((weak)) int __llvm_profile_write_file(void);

static void keep_profile(void) {
    if (__llvm_profile_write_file)
        __llvm_profile_write_file();
}

_Noreturn void __real__exit(int status);
_Noreturn void __wrap__exit(int status) {
    keep_profile();
    __real__exit(status);
}

_Noreturn void assay_stop(int status, const char *message) {
    if (write(STDERR_FILENO, message, strlen(message)) > 0)
        (void)!write(STDERR_FILENO, "\n", 1);
    __wrap__exit(status);
}

static void keep_profile_and_die(int signal_number) {
    keep_profile();
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

/* The handlers run on a stack of their own: the usual one may have overflowed. */
__attribute__((constructor(101))) static void catch_deadly_signals(void) {
    static const int deadly[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP,
                                 SIGALRM, SIGTERM, SIGXCPU};
    static char stack[1 << 16];
    stack_t own = {.ss_sp = stack, .ss_size = sizeof stack};
    struct sigaction action = {.sa_handler = keep_profile_and_die, .sa_flags = SA_ONSTACK | SA_NODEFER};
    sigaltstack(&own, 0);
    for (unsigned i = 0; i < sizeof deadly / sizeof *deadly; i++)
        sigaction(deadly[i], &action, 0);
}

/* ---- For tests of functions ---- */

/* Not there in the programs of test frameworks. */
extern __attribute__((weak)) const char *assay_test_name;

void assay_expect(int holds, const char *file, int line, const char *condition) {
    if (holds)
        return;
    fprintf(stderr, "%s:%d: not as recorded: %s\n", file, line, condition);
    exit(1);
}

void *assay_on_heap(const void *value, unsigned long size) {
    return memcpy(malloc(size), value, size);
}

void *assay_stream(void *bytes, unsigned long size, const char *mode) {
    return fmemopen(bytes, size, mode);
}

int assay_run_named(const struct assay_named_test *tests) {
    const char *called = &assay_test_name ? assay_test_name : "";
    const char *slash = strrchr(called, '/');
    const char *name = slash ? slash + 1 : called;
    for (; tests->name; tests++)
        if (strcmp(name, tests->name) == 0)
            return tests->test(), 0;
    return 2;
}
