//! what: handlers are called by raise, sets of signals, ignored ones
//! run: exit 0
//! out: 10 1
//! out: 1 0 1
//! out: 1

#include <signal.h>
#include <stdio.h>

static volatile sig_atomic_t seen;

static void handle(int number) {
    seen = number;
}

int main(void) {
    void (*before)(int) = signal(SIGUSR1, handle);
    raise(SIGUSR1);
    printf("%d %d\n", (int)seen, before == SIG_DFL);
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    signal(SIGINT, SIG_IGN);
    printf("%d %d %d\n", sigismember(&set, SIGINT), sigismember(&set, SIGTERM), raise(SIGINT) == 0);
    struct sigaction action = {.sa_handler = handle}, old;
    sigaction(SIGUSR1, &action, &old);
    printf("%d\n", old.sa_handler == handle);
    return 0;
}
