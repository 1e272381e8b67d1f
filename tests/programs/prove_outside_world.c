//! what: proofs: calls of the system may fail, for their arguments or for what happens outside
//! options: --calls-may-fail

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

long __VERIFIER_nondet_long(void);
int __VERIFIER_nondet_int(void);

static int pause_for(long nanoseconds) {
    struct timespec wanted = {0, nanoseconds};
    if (nanosleep(&wanted, 0) == -1) {
        if (errno == EINVAL)
            return 1;
        if (errno == EINTR) // infeasible, unproved: false
            return 2;
        return 3;
    }
    return 0;
}

static int look_at_clock(int clock) {
    struct timespec now;
    if (clock_gettime(clock, &now) != 0)
        return errno == EINVAL ? 1 : 2; // infeasible, unproved: false
    return 0;
}

static int save(const char *text) {
    char *copy = strdup(text);
    if (copy == NULL)
        return 1;
    free(copy);
    if (write(STDOUT_FILENO, text, strlen(text)) < 0)
        return 2;
    if (usleep(10) != 0)
        return 3;
    // Nothing is bigger, whatever the system does.
    int bytes = __VERIFIER_nondet_int();
    if (bytes > 3) {
        if (close(STDOUT_FILENO) != 0)
            return 4;
        if (bytes < 3) // infeasible: true
            return 5;
    }
    return 0;
}

int main(void) {
    if (pause_for(__VERIFIER_nondet_long()) == 1)
        return 1;
    if (look_at_clock(__VERIFIER_nondet_int()) == 1)
        return 2;
    return save("text");
}
