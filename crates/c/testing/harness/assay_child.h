/* Tests that run in processes of their own, so that none sees what another one did to the
 * variables of the program, and all are told of a crash. */
#ifndef ASSAY_CHILD_H
#define ASSAY_CHILD_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A test and how it should end, as in the line "Expect:" of the test. */
struct assay_case {
    void (*test)(void);
    const char *expected;
};

/* Goes to a new empty folder; back, and removes it. */
void assay_enter(void);
void assay_leave(void);

/* Runs a test to the end of this process, with limits. Those on time are the environment's
 * ASSAY_TIMEOUT, in seconds; a test that takes longer dies of SIGALRM. */
#ifdef __cplusplus
[[noreturn]]
#else
_Noreturn
#endif
void assay_alone(void (*test)(void));

/* Runs a test in a child and says whether it ends as expected. If it does not, what it printed
 * goes to standard error. */
bool assay_ends(void (*test)(void), const char *expected);

/* Why a process was stopped: it asked for other inputs than the test lists; an assumption of the
 * program does not hold. */
bool assay_has_diverged(int status);
bool assay_has_failed_assumption(int status);

#ifdef __cplusplus
}
#endif
#endif
