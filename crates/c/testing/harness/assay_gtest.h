/* What tests for GoogleTest are written with, beside GoogleTest itself. */
#ifndef ASSAY_GTEST_H
#define ASSAY_GTEST_H

#include "assay_child.h"

#include <csignal>
#include <gtest/gtest.h>

using testing::ExitedWithCode;
using testing::KilledBySignal;

/* An empty folder to run in. */
struct Folder {
    Folder() { assay_enter(); }
    ~Folder() { assay_leave(); }
};

/* A test that does not take its inputs in order is wrong, however it ends. */
inline bool NotDiverged(int status) { return !assay_has_diverged(status); }

inline bool AssumptionFailed(int status) { return assay_has_failed_assumption(status); }

/* After undefined behaviour. */
inline bool Anything(int) { return true; }

#endif
