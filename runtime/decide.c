// A branch that is one.
//
// The optimiser makes arithmetic of short branches: `found ? 1 : -1` becomes a select, and what is
// computed from it is a term. Where the model wants one path for each outcome it asks here: the
// barrier keeps the branch, and behind it the condition has one value.

#include "assay.h"

_Bool __assay_decide(_Bool c) {
    if (c)
        __asm__ volatile("");
    return (_Bool)__assay_current(c);
}
