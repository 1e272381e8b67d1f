/* The process that runs tests for Assay, one after the other, each confined.
 *
 * It is small, so that starting a test from it is cheap however large Assay has grown; and it is the
 * first process of namespaces that its tests share, so that they need not be made for each of them and
 * are gone with it. Where the system gives no namespaces, the rest must do.
 *
 * Orders come and answers go through the socket at descriptor 0. The first argument is a folder for temporary
 * files; the others are files and folders that tests may read beside the system's. */
#define _GNU_SOURCE
#include "warden.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ORDER_SIZE = 16384, NO_VIEW = 77 };

static int control;

/* ---- Orders and answers ---- */

/* False if there will be no more. */
static bool receive(struct request *request, char *text) {
    union {
        struct cmsghdr head;
        char room[CMSG_SPACE(sizeof(int) * (1 + MOST_DESCRIPTORS))];
    } rights;
    struct iovec part = {text, ORDER_SIZE};
    struct msghdr message = {.msg_iov = &part,
                             .msg_iovlen = 1,
                             .msg_control = &rights,
                             .msg_controllen = sizeof rights};
    ssize_t size = recvmsg(control, &message, MSG_CMSG_CLOEXEC);
    struct cmsghdr *head = CMSG_FIRSTHDR(&message);
    if (size < (ssize_t)sizeof request->order || !head || text[size - 1] != 0)
        return false;
    int received[1 + MOST_DESCRIPTORS];
    size_t bytes = head->cmsg_len - CMSG_LEN(0);
    memcpy(received, CMSG_DATA(head), bytes);
    request->program = received[0];
    request->count = (unsigned)(bytes / sizeof(int)) - 1;
    memcpy(request->descriptors, received + 1, bytes - sizeof(int));

    memcpy(&request->order, text, sizeof request->order);
    uint64_t arguments = request->order.arguments;
    if (arguments > MOST_ARGUMENTS)
        return false;
    char *at = text + sizeof request->order, *end = text + size;
    char *texts[2 + MOST_ARGUMENTS + MOST_VARIABLES + 1] = {"", ""};
    for (int i = 0; at < end && i < 2 + MOST_ARGUMENTS + MOST_VARIABLES; at += strlen(at) + 1)
        texts[i++] = at;
    memset(request->arguments, 0, sizeof request->arguments);
    request->arguments[0] = texts[0];
    request->kept = texts[1];
    memcpy(request->arguments + 1, texts + 2, arguments * sizeof *texts);
    memcpy(request->variables, texts + 2 + arguments, sizeof request->variables);
    return true;
}

static void close_all(const struct request *request) {
    close(request->program);
    for (unsigned i = 0; i < request->count; i++)
        close(request->descriptors[i]);
}

/* A plain file that the test has left in its folder; -1 if there is none. */
static int open_kept(const char *home, const char *name) {
    char path[PATH_MAX];
    struct stat status;
    if (*name == 0)
        return -1;
    snprintf(path, sizeof path, "%s/%s", home, name);
    int file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (file >= 0 && fstat(file, &status) == 0 && S_ISREG(status.st_mode))
        return file;
    close(file);
    return -1;
}

static bool send_answer(const struct answer *answer, int kept) {
    union {
        struct cmsghdr head;
        char room[CMSG_SPACE(sizeof kept)];
    } rights = {{CMSG_LEN(sizeof kept), SOL_SOCKET, SCM_RIGHTS}};
    struct iovec part = {(void *)answer, sizeof *answer};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    if (kept >= 0) {
        memcpy(CMSG_DATA(&rights.head), &kept, sizeof kept);
        message.msg_control = &rights;
        message.msg_controllen = sizeof rights;
    }
    bool is_sent = sendmsg(control, &message, MSG_NOSIGNAL) >= 0;
    close(kept);
    return is_sent;
}

static bool greet(uint32_t missing, const char *home) {
    char text[sizeof(struct greeting) + PATH_MAX];
    struct greeting greeting = {missing};
    memcpy(text, &greeting, sizeof greeting);
    size_t size = sizeof greeting + (size_t)snprintf(text + sizeof greeting, PATH_MAX, "%s", home);
    return send(control, text, size, MSG_NOSIGNAL) >= 0;
}

/* ---- Working folders without a view ---- */

static int remove_one(const char *path, const struct stat *status, int kind, struct FTW *place) {
    (void)status, (void)kind, (void)place;
    remove(path);
    return 0;
}

static int open_up(const char *path, const struct stat *status, int kind, struct FTW *place) {
    (void)place;
    if (kind == FTW_DNR || (kind == FTW_D && (status->st_mode & 0700) != 0700))
        chmod(path, 0700);
    return 0;
}

static void remove_folder(const char *path) {
    nftw(path, open_up, 16, FTW_PHYS);
    nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

/* In memory if possible; `path` has room for PATH_MAX. */
static bool make_folder(char *path, const char *temporary) {
    snprintf(path, PATH_MAX, "/dev/shm/assay-XXXXXX");
    if (mkdtemp(path))
        return true;
    snprintf(path, PATH_MAX, "%s/assay-XXXXXX", temporary);
    return mkdtemp(path) != NULL;
}

/* ---- Serving ---- */

/* Of what the tests of this warden have, and have not. */
struct service {
    struct prison prison;
    uint32_t missing;
    bool has_view;
};

static bool make_home(const struct service *service) {
    const struct prison *prison = &service->prison;
    return service->has_view ? make_homes(prison->identity) : mkdir(prison->home, 0755) == 0;
}

static bool renew_home(const struct service *service) {
    const struct prison *prison = &service->prison;
    if (service->has_view)
        return renew_homes(prison->identity);
    remove_folder(prison->home);
    return make_home(service);
}

/* One test; false if nobody listens any more. */
static bool run(const struct service *service, const struct request *request,
                volatile int32_t *error) {
    struct answer answer = {0};
    bool is_listened_to = true;
    pid_t test = start(&service->prison, request, error);
    close_all(request);
    if (test > 0)
        is_listened_to = wait_for(test, request->order.milliseconds, control, &answer);
    answer.error = test > 0 ? *error : errno;
    return is_listened_to && send_answer(&answer, open_kept(service->prison.home, request->kept));
}

/* Returns the status to exit with. The home of the next test is made while Assay does something else. */
static int serve(const struct service *service) {
    static char text[ORDER_SIZE];
    struct request request;
    int flags = MAP_SHARED | MAP_ANONYMOUS;
    volatile int32_t *error = mmap(NULL, sizeof *error, PROT_READ | PROT_WRITE, flags, -1, 0);
    if (error == MAP_FAILED || !prepare_waiting() || !make_home(service))
        return NO_VIEW;
    bool is_going_on = greet(service->missing, service->prison.home);
    while (is_going_on && receive(&request, text))
        is_going_on = run(service, &request, error) && renew_home(service);
    return 0;
}

static struct service service_with(struct identity identity, const char *home, int ruleset) {
    bool has_view = strcmp(home, HOME) == 0;
    bool has_filter = is_seccomp_there();
    give_up_future_capabilities();
    make_filters(has_view);
    return (struct service){
        {identity, home, ruleset, has_filter},
        (has_view ? 0 : NO_NAMESPACES) | (ruleset >= 0 ? 0 : NO_LANDLOCK) |
            (has_filter ? 0 : NO_SECCOMP) | (identity.user != 0 ? 0 : NO_IDENTITY),
        has_view,
    };
}

/* In namespaces of its own. */
static int serve_with_view(struct identity identity, bool is_root, char *const *more) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if ((!is_root && !map_ids(identity.user, identity.group)) || !make_view(more))
        return NO_VIEW;
    prctl(PR_SET_DUMPABLE, 0);
    struct service service = service_with(identity, HOME, make_ruleset(more, HOMES));
    return serve(&service);
}

static int serve_without_view(struct identity identity, const char *temporary, char *const *more) {
    char folder[PATH_MAX], home[PATH_MAX + 8];
    prctl(PR_SET_DUMPABLE, 0);
    if (!make_folder(folder, temporary))
        return 1;
    snprintf(home, sizeof home, "%s/home", folder);
    struct service service = service_with(identity, home, make_ruleset(more, folder));
    int status = serve(&service);
    remove_folder(folder);
    return status;
}

/* Its own session: no signal of a terminal ends it before its time. */
static bool set_up(void) {
    setsid();
    umask(022);
    close_range(3, ~0u, 0); /* what is none of a test's business */
    control = fcntl(0, F_DUPFD_CLOEXEC, MOST_DESCRIPTORS);
    int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    return control >= 0 && nothing >= 0 && dup2(nothing, 0) == 0;
}

/* Whether that was possible; returns when all is done. */
static bool try_with_view(struct identity identity, char *const *more) {
    bool is_root = geteuid() == 0;
    pid_t inner = fork_into_namespaces();
    if (inner == 0)
        _exit(serve_with_view(identity, is_root, more));
    int status = 0;
    return inner > 0 && waitpid(inner, &status, 0) == inner &&
           !(WIFEXITED(status) && WEXITSTATUS(status) == NO_VIEW);
}

int main(int count, char **arguments) {
    if (count < 2 || !set_up())
        return 1;
    const char *temporary = arguments[1];
    char *const *more = arguments + 2;
    struct identity identity = choose_identity();
    if (try_with_view(identity, more))
        return 0;
    give_up_future_capabilities();
    become(identity);
    /* What root may not do in a container, another user may perhaps. */
    prctl(PR_SET_DUMPABLE, 1);
    if (try_with_view(identity, more))
        return 0;
    return serve_without_view(identity, temporary, more);
}
