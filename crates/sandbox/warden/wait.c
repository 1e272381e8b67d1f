/* Waits for a test, and ends what it has started. */
#define _GNU_SOURCE
#include "warden.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* How much longer than its time a program has on a machine that is too busy for it, in milliseconds. */
enum { PATIENCE = 10000 };
/* How often it is looked at then, in milliseconds. */
enum { PAUSE = 10 };

static int children; /* readable when one has ended */

bool prepare_waiting(void) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGCHLD);
    sigprocmask(SIG_BLOCK, &set, NULL);
    /* In a namespace of processes it is the parent of all orphans already. */
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    children = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
    return children >= 0;
}

static uint64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000 + (uint64_t)time.tv_nsec / 1000000;
}

static uint64_t processor_time(pid_t process) {
    clockid_t clock;
    struct timespec used = {0, 0};
    if (clock_getcpuclockid(process, &clock) == 0)
        clock_gettime(clock, &used);
    return (uint64_t)used.tv_sec * 1000 + (uint64_t)used.tv_nsec / 1000000;
}

/* Runs or would run, as far as is known. Its name may contain anything. */
static bool could_go_on(pid_t process) {
    char path[64], text[512];
    snprintf(path, sizeof path, "/proc/%d/stat", process);
    FILE *file = fopen(path, "re");
    size_t size = file ? fread(text, 1, sizeof text - 1, file) : 0;
    if (file)
        fclose(file);
    text[size] = 0;
    const char *state = strrchr(text, ')');
    return state && state[1] && (state[2] == 'R' || state[2] == 'D');
}

/* On a busy machine it has some more time, if it did not get half of what it could have used. */
static bool is_over(pid_t test, uint64_t waited, uint64_t time) {
    if (waited < time)
        return false;
    return waited >= time + PATIENCE || !could_go_on(test) || processor_time(test) >= time / 2;
}

/* Reaps all that have ended; whether the test is among them. */
static bool has_ended(pid_t test, int32_t *status) {
    bool has = false;
    int one;
    struct signalfd_siginfo told;
    while (read(children, &told, sizeof told) == sizeof told)
        ;
    for (pid_t ended; (ended = waitpid(-1, &one, WNOHANG)) > 0;)
        if (ended == test) {
            *status = one;
            has = true;
        }
    return has;
}

/* What is left of the time, for poll; -1 for no end. */
static int pause_for(uint64_t waited, uint64_t time) {
    if (time == 0)
        return -1;
    return waited >= time ? PAUSE : (int)(time - waited > INT32_MAX ? INT32_MAX : time - waited);
}

/* In a namespace of its own, all but the warden. */
static void kill_everything(void) { kill(-1, SIGKILL); }

/* The children of this process, and those that become its children by that. */
static void kill_children(void) {
    char path[64];
    int child;
    snprintf(path, sizeof path, "/proc/self/task/%d/children", getpid());
    FILE *file = fopen(path, "re");
    while (file && fscanf(file, "%d", &child) == 1)
        kill(child, SIGKILL);
    if (file)
        fclose(file);
}

static void end(pid_t test) {
    const struct timespec moment = {0, 1000000};
    kill(-test, SIGKILL);
    /* As long as there are children. */
    for (pid_t ended = 0; ended >= 0 || errno == EINTR; ended = waitpid(-1, NULL, WNOHANG)) {
        if (ended > 0)
            continue;
        if (getpid() == 1)
            kill_everything();
        else
            kill_children();
        if (waitpid(-1, NULL, WNOHANG) == 0)
            nanosleep(&moment, NULL);
    }
}

bool wait_for(pid_t test, uint64_t time, int control, struct answer *answer) {
    uint64_t start = now();
    struct pollfd events[] = {{children, POLLIN, 0}, {control, 0, 0}};
    bool is_listened_to = true;
    while (!has_ended(test, &answer->status)) {
        uint64_t waited = now() - start;
        answer->is_over = time > 0 && is_over(test, waited, time);
        if (answer->is_over || !is_listened_to)
            break;
        poll(events, 2, pause_for(waited, time));
        is_listened_to = !(events[1].revents & POLLHUP);
    }
    end(test);
    return is_listened_to;
}
