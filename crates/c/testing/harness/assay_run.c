/* Runs tests and compares how each ended with the line "Expect:" at its head.
 *
 *     assay_run BUILD-FOLDER SECONDS tNNNN.c...
 *
 * Each test runs in an empty folder of its own below the build folder, with limits on time,
 * memory and the size of files; it makes its own surroundings. */
#include "assay_ending.h"

#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static _Noreturn void fail(const char *what, const char *name) {
    fprintf(stderr, "assay_run: %s %s\n", what, name);
    exit(2);
}

/* The text after "Expect: " in the source of the test. */
static void read_expectation(const char *source, char expected[TEXT]) {
    static const char mark[] = " * Expect: ";
    char line[1024];
    FILE *file = fopen(source, "r");
    if (!file)
        fail("cannot read", source);
    while (fgets(line, sizeof line, file)) {
        if (strncmp(line, mark, sizeof mark - 1) == 0) {
            snprintf(expected, TEXT, "%s", line + sizeof mark - 1);
            expected[strcspn(expected, "\n")] = 0;
            fclose(file);
            return;
        }
    }
    fail("no expectation in", source);
}

static _Noreturn void run_child(const char *program, const char *name, const char *profile) {
    char variable[PATH_MAX + TEXT];
    char *environment[] = {variable, 0};
    char *arguments[] = {(char *)name, 0};
    snprintf(variable, sizeof variable, "LLVM_PROFILE_FILE=%s", profile);
    setsid();
    personality(ADDR_NO_RANDOMIZE);
    limit_all();
    if (dup2(open("/dev/null", O_RDONLY), 0) < 0 ||
        dup2(open("../output", O_WRONLY | O_CREAT | O_TRUNC, 0666), 1) < 0 || dup2(1, 2) < 0)
        _exit(127);
    execve(program, arguments, environment);
    _exit(127);
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec * 1e-9;
}

static double processor_time(pid_t child) {
    clockid_t clock;
    struct timespec used = {0, 0};
    if (clock_getcpuclockid(child, &clock) == 0)
        clock_gettime(clock, &used);
    return used.tv_sec + used.tv_nsec * 1e-9;
}

/* Runs or would run. */
static bool could_go_on(pid_t child) {
    char path[64], text[TEXT] = "";
    snprintf(path, sizeof path, "/proc/%d/stat", (int)child);
    FILE *file = fopen(path, "r");
    if (!file)
        return false;
    size_t size = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    text[size] = 0;
    const char *state = strrchr(text, ')');
    return state && state[1] && (state[2] == 'R' || state[2] == 'D');
}

/* A busy machine may not have given it half of what it could have used; then it has some more time. */
static bool is_over(pid_t child, double waited, double seconds) {
    if (waited <= seconds)
        return false;
    return waited > 5 * seconds || !could_go_on(child) || processor_time(child) >= seconds / 2;
}

/* First asks the program to end, so that it can keep its profile, then makes it. */
static bool wait_for(pid_t child, double seconds, int *status) {
    double start = now(), asked = 0;
    bool in_time = true;
    while (waitpid(child, status, WNOHANG) == 0) {
        if (!in_time && now() > asked + 1)
            kill(-child, SIGKILL);
        else if (in_time && is_over(child, now() - start, seconds)) {
            kill(child, SIGTERM);
            asked = now();
            in_time = false;
        }
        nanosleep(&(struct timespec){0, 1000000}, 0);
    }
    kill(-child, SIGKILL);
    return in_time;
}

static int remove_entry(const char *path, const struct stat *status, int kind, struct FTW *place) {
    (void)status, (void)kind, (void)place;
    return remove(path);
}

/* A working folder without what an earlier run left there. */
static void make_empty(char home[PATH_MAX]) {
    char *last = strrchr(home, '/');
    *last = 0;
    nftw(home, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
    mkdir(home, 0777);
    *last = '/';
    if (mkdir(home, 0777) != 0)
        fail("cannot make", home);
}

static void run(const char *build, const char *name, double seconds, char ended[TEXT]) {
    char folder[PATH_MAX], program[PATH_MAX + TEXT], profile[PATH_MAX + TEXT], home[PATH_MAX];
    int status;
    if (!realpath(build, folder))
        fail("cannot find", build);
    snprintf(program, sizeof program, "%s/%s", folder, name);
    snprintf(profile, sizeof profile, "%s/%s.profraw", folder, name);
    if (snprintf(home, sizeof home, "%s/%s.run/home", folder, name) >= (int)sizeof home)
        fail("path too long:", build);
    make_empty(home);
    fflush(stdout);
    pid_t child = fork();
    if (child < 0)
        fail("cannot fork for", name);
    if (child == 0) {
        if (chdir(home) != 0)
            _exit(127);
        run_child(program, name, profile);
    }
    bool in_time = wait_for(child, seconds, &status);
    describe(in_time, status, ended);
}

int main(int count, char **arguments) {
    int failed = 0, open = 0;
    if (count < 3)
        fail("usage:", "assay_run BUILD-FOLDER SECONDS tNNNN.c...");
    for (int i = 3; i < count; i++) {
        char name[TEXT], expected[TEXT], ended[TEXT];
        snprintf(name, sizeof name, "%s", arguments[i]);
        name[strcspn(name, ".")] = 0;
        read_expectation(arguments[i], expected);
        run(arguments[1], name, atof(arguments[2]), ended);
        bool ok = as_expected(expected, ended), is_open = compares_nothing(expected);
        failed += !ok;
        open += is_open;
        if (is_open)
            printf("ran   %s  %s, and nothing is compared\n", name, ended);
        else if (ok)
            printf("ok    %s  %s\n", name, ended);
        else
            printf("FAIL  %s  expected %s, got %s\n", name, expected, ended);
    }
    printf("%d tests, %d failed", count - 3, failed);
    if (open > 0)
        printf(", %d only run", open);
    printf("\n");
    return failed > 0;
}
