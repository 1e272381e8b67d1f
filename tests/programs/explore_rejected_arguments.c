//! what: the system rejects arguments whatever its state is
//! cover: branch 22/24
//! infeasible-left: 2

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

int __VERIFIER_nondet_int(void);
long __VERIFIER_nondet_long(void);

int main(void) {
    int ends[2], wrong = 0;
    struct rusage used;
    sigset_t none;
    struct timespec now, wanted = {__VERIFIER_nondet_int(), __VERIFIER_nondet_long()};
    sigemptyset(&none);
    if (nanosleep(&wanted, 0) != 0)
        wrong += errno == EINVAL;
    if (clock_gettime(__VERIFIER_nondet_int(), &now) != 0)
        wrong += errno == EINVAL;
    if (getrusage(__VERIFIER_nondet_int(), &used) != 0)
        wrong += errno == EINVAL;
    if (waitpid(-1, 0, __VERIFIER_nondet_int()) == -1 && errno == EINVAL)
        wrong++;
    if (sigprocmask(__VERIFIER_nondet_int(), &none, 0) != 0)
        wrong += errno == EINVAL;
    if (flock(0, __VERIFIER_nondet_int()) != 0)
        wrong += errno == EINVAL;
    if (pipe2(ends, __VERIFIER_nondet_int()) != 0)
        wrong += errno == EINVAL;
    if (dup3(0, 9, __VERIFIER_nondet_int()) < 0)
        wrong += errno == EINVAL;
    if (access("nothing", __VERIFIER_nondet_int()) != 0 && errno == EINVAL)
        wrong++;
    if (setlocale(__VERIFIER_nondet_int(), "C") == 0)
        wrong++;
    return wrong;
}
