#include "assay_child.h"

#include "assay_ending.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { DEFAULT_SECONDS = 10 };

static _Noreturn void fail(const char *what) {
    perror(what);
    _exit(2);
}

/* ---- The folder ---- */

/* Kept open, not named: the name of the folder is one of the things that tests answer. */
static int folder_before;
static char own_folder[PATH_MAX];

void assay_enter(void) {
    const char *base = getenv("TMPDIR");
    snprintf(own_folder, sizeof own_folder, "%s/assay-XXXXXX", base && *base ? base : "/tmp");
    folder_before = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder_before < 0 || !mkdtemp(own_folder) || chdir(own_folder))
        fail("a folder for the test");
}

static int remove_entry(const char *path, const struct stat *status, int kind, struct FTW *place) {
    (void)status, (void)kind, (void)place;
    return remove(path);
}

void assay_leave(void) {
    if (fchdir(folder_before) != 0)
        fail("the folder of the tests");
    close(folder_before);
    nftw(own_folder, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
}

/* ---- The child ---- */

/* A framework may have handlers of its own. */
static void let_signals_kill(void) {
    static const int deadly[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGALRM, SIGSYS};
    for (unsigned i = 0; i < sizeof deadly / sizeof *deadly; i++)
        signal(deadly[i], SIG_DFL);
}

_Noreturn void assay_alone(void (*test)(void)) {
    const char *seconds = getenv("ASSAY_TIMEOUT");
    int limit_in_seconds = seconds ? atoi(seconds) : 0;
    let_signals_kill();
    close(folder_before);
    limit_all();
    umask(022);
    if (dup2(open("/dev/null", O_RDONLY), 0) < 0)
        fail("/dev/null");
    alarm(limit_in_seconds > 0 ? (unsigned)limit_in_seconds : DEFAULT_SECONDS);
    clearenv();
    errno = 0;
    test();
    exit(0);
}

/* ---- The parent ---- */

static void show(FILE *output) {
    char part[4096];
    size_t size;
    rewind(output);
    while ((size = fread(part, 1, sizeof part, output)) > 0)
        fwrite(part, 1, size, stderr);
}

static int run(void (*test)(void), FILE *output) {
    int status;
    fflush(0);
    pid_t child = fork();
    if (child < 0)
        fail("fork");
    if (child == 0) {
        if (dup2(fileno(output), 1) < 0 || dup2(1, 2) < 0)
            fail("the output of the test");
        assay_alone(test);
    }
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            fail("waitpid");
    return status;
}

bool assay_ends(void (*test)(void), const char *expected) {
    char ended[TEXT];
    FILE *output = tmpfile();
    if (!output)
        fail("a file for the output of the test");
    assay_enter();
    int status = run(test, output);
    assay_leave();
    bool in_time = !(WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM);
    describe(in_time, status, ended);
    bool ok = as_expected(expected, ended);
    if (!ok) {
        show(output);
        fprintf(stderr, "\nexpected %s, got %s\n", expected, ended);
    }
    fclose(output);
    return ok;
}

bool assay_has_diverged(int status) {
    return WIFEXITED(status) && WEXITSTATUS(status) == ASSAY_DIVERGED;
}

bool assay_has_failed_assumption(int status) {
    return WIFEXITED(status) && WEXITSTATUS(status) == ASSAY_ASSUMPTION_FAILED;
}
