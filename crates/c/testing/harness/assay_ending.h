/* What a test may use, and how its ending is told and compared with what is expected. */
#ifndef ASSAY_ENDING_H
#define ASSAY_ENDING_H

#include "assay_inputs.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>

enum { TEXT = 64, MEGABYTE = 1 << 20 };

static void limit(int resource, rlim_t value) {
    struct rlimit both = {value, value};
    setrlimit(resource, &both);
}

static void limit_all(void) {
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_FSIZE, 64 * MEGABYTE);
    limit(RLIMIT_AS, 2048ul * MEGABYTE);
    limit(RLIMIT_STACK, 8 * MEGABYTE);
    signal(SIGXFSZ, SIG_IGN);
}

static void describe(bool in_time, int status, char ended[TEXT]) {
    if (!in_time)
        snprintf(ended, TEXT, "timeout");
    else if (WIFSIGNALED(status))
        snprintf(ended, TEXT, "SIG%s", sigabbrev_np(WTERMSIG(status)));
    else if (WEXITSTATUS(status) == ASSAY_ASSUMPTION_FAILED)
        snprintf(ended, TEXT, "assumption failed");
    else if (WEXITSTATUS(status) == ASSAY_DIVERGED)
        snprintf(ended, TEXT, "diverged");
    else
        snprintf(ended, TEXT, "exit %d", WEXITSTATUS(status));
}

/* After undefined behaviour, "anything" may happen: such a test only shows it. */
static bool compares_nothing(const char *expected) { return strcmp(expected, "anything") == 0; }

/* "any" leaves the ending open, but a test that does not take its inputs in order is wrong. */
static bool as_expected(const char *expected, const char *ended) {
    if (compares_nothing(expected))
        return true;
    if (strcmp(expected, "any") == 0)
        return strcmp(ended, "diverged") != 0;
    return strcmp(expected, ended) == 0;
}

#endif
