/* What tests for CMocka are written with, beside CMocka itself. */
#ifndef ASSAY_CMOCKA_H
#define ASSAY_CMOCKA_H

#include "assay_child.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

static const struct assay_case *assay_current;

/* A failed assertion must end the child; CMocka would go on with the next test. */
static void assay_run_in_child(void) {
    setenv("CMOCKA_TEST_ABORT", "1", 1);
    assay_current->test();
}

static void assay_run_current(void **state) {
    assay_current = *state;
    if (!assay_ends(assay_run_in_child, assay_current->expected))
        fail_msg("not as recorded, see above");
}

/* A test that runs in a process of its own. */
#define ASSAY_ALONE(test, expected) \
    { #test, assay_run_current, 0, 0, &(struct assay_case){test, expected} }

#endif
