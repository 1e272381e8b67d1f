// Other processes: there are none. Making one ends the path, so nobody waits for one in vain.

#include "assay.h"

enum { ECHILD = 10 };

int waitpid(int process, int *status, int options) {
    enum { NOT_AN_OPTION = ~(1 | 2 | 8 | 0xe0000000) };
    (void)process;
    (void)status;
    errno = options & NOT_AN_OPTION ? EINVAL : ECHILD;
    return -1;
}

int wait(int *status) {
    return waitpid(-1, status, 0);
}
