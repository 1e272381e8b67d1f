//! what: handlers that are reset, blocked, deferred and told where a signal comes from; jumps out of them
//! run: exit 0
//! out: 1 reset
//! out: blocked 0
//! out: unblocked 12
//! out: from itself 1
//! out: not nested 1, twice 2
//! out: mask restored 0
//! out: mask kept 1

#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static volatile int seen, depth, deepest, calls;
static sigjmp_buf back;

static void note(int number) {
    seen = number;
}

static void nest(int number) {
    depth++;
    if (depth > deepest)
        deepest = depth;
    if (calls++ == 0)
        raise(number);
    depth--;
}

static void inform(int number, siginfo_t *info, void *context) {
    seen = info->si_signo == number && info->si_code <= 0;
}

static void leave(int number) {
    siglongjmp(back, number);
}

static int is_blocked(int number) {
    sigset_t now;
    sigprocmask(SIG_BLOCK, NULL, &now);
    return sigismember(&now, number);
}

int main(void) {
    struct sigaction action, old;
    memset(&action, 0, sizeof action);
    action.sa_handler = note;
    action.sa_flags = SA_RESETHAND;
    sigaction(SIGUSR1, &action, NULL);
    raise(SIGUSR1);
    sigaction(SIGUSR1, NULL, &old);
    printf("%d %s\n", seen == SIGUSR1, old.sa_handler == SIG_DFL ? "reset" : "kept");

    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR2);
    seen = 0;
    signal(SIGUSR2, note);
    sigprocmask(SIG_BLOCK, &set, NULL);
    raise(SIGUSR2);
    printf("blocked %d\n", seen);
    sigprocmask(SIG_UNBLOCK, &set, NULL);
    printf("unblocked %d\n", seen);

    action.sa_sigaction = inform;
    action.sa_flags = SA_SIGINFO;
    sigaction(SIGUSR1, &action, NULL);
    kill(getpid(), SIGUSR1);
    printf("from itself %d\n", seen);

    signal(SIGUSR1, nest);
    raise(SIGUSR1);
    printf("not nested %d, twice %d\n", deepest, calls);

    signal(SIGFPE, leave);
    if (sigsetjmp(back, 1) == 0)
        raise(SIGFPE);
    printf("mask restored %d\n", is_blocked(SIGFPE));
    if (sigsetjmp(back, 0) == 0)
        raise(SIGFPE);
    printf("mask kept %d\n", is_blocked(SIGFPE));
    return 0;
}
