/* What tests for Unity are written with, beside Unity itself. */
#ifndef ASSAY_UNITY_H
#define ASSAY_UNITY_H

#include "assay_child.h"

#include <stdlib.h>
#include <unity.h>

void setUp(void) {}
void tearDown(void) {}

static struct assay_case assay_current;

/* A failed assertion has printed itself and comes back to TEST_PROTECT. */
static void assay_run_in_child(void) {
    if (TEST_PROTECT())
        assay_current.test();
    exit(Unity.CurrentTestFailed != 0);
}

static void assay_run_current(void) {
    if (!assay_ends(assay_run_in_child, assay_current.expected))
        TEST_FAIL_MESSAGE("not as recorded, see above");
}

/* Runs a test in a process of its own. */
#define ASSAY_RUN_ALONE(test, expected)                                 \
    do {                                                          \
        assay_current = (struct assay_case){test, expected};      \
        UnityDefaultTestRun(assay_run_current, #test, __LINE__);  \
    } while (0)

#endif
