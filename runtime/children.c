// Other processes: there are none. Making one ends the path, so nobody waits for one in vain.

#include "assay.h"

enum { ECHILD = 10 };

int waitpid(int process, int *status, int options) {
    (void)process;
    (void)status;
    (void)options;
    errno = ECHILD;
    return -1;
}

int wait(int *status) {
    return waitpid(-1, status, 0);
}
