/* A process that calls functions of the host for the machine.
 *
 * It reads orders from its standard input and writes an answer to each. An order is a list of
 * calls, of which the last one counts; those before it have been answered already and are made
 * again because functions remember things. All of that happens in a child of its own, which
 * starts afresh and may crash or hang. Objects lie at the addresses that they have in the machine.
 *
 * Numbers have the host's order of bytes:
 *   order   u64 bytes that follow; u32 calls; the calls
 *   call    u32 function, arguments, objects; i32 errno; u64 bytes wanted behind the result;
 *           16 bytes for each argument; for each object u64 address, u64 size and its bytes
 *   answer  u64 bytes that follow; struct answer; the bytes of all objects of the last call;
 *           the bytes from behind the result
 */
#include "native_calls.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { ORDERS = 200, ANSWERS = 201, SECONDS = 2, PAGE = 4096, PARTS = 16 };

/* Of what comes back: objects, and what is behind a result. */
#define ROOM (64u << 20)
#define LONGEST_TEXT (1u << 16)
#define TEXT UINT64_MAX
/* The machine's addresses. */
#define PAGES ((1ull << 32) / PAGE)

enum status { DONE, CRASHED, TIMED_OUT, NO_PLACE, KEEPS_POINTER, TOO_LARGE, EXITED };

struct answer {
    uint32_t status;
    uint32_t signal;
    int32_t error;
    /* The first part of the result is an address that is mapped and not the program's. */
    uint32_t is_foreign;
    uint64_t object_bytes;
    uint64_t behind_bytes;
    union assay_value result[PARTS];
};

struct call {
    uint32_t function;
    uint32_t args;
    uint32_t objects;
    int32_t error;
    uint64_t behind;
};

struct object {
    uint64_t address;
    uint64_t size;
};

static struct answer *answer; /* shared with the child; ROOM bytes follow */
static unsigned char *after_answer(void) { return (unsigned char *)(answer + 1); }

static unsigned char mapped[PAGES / 8]; /* pages of the program's memory */

static int is_mapped(uint64_t address) {
    uint64_t page = address / PAGE;
    return page < PAGES && (mapped[page / 8] >> page % 8 & 1);
}

static void finish(enum status status) {
    answer->status = status;
    _exit(0);
}

static void map(uint64_t address, uint64_t size) {
    for (uint64_t page = address / PAGE; page <= (address + size - 1) / PAGE; page++) {
        if (page >= PAGES)
            finish(NO_PLACE);
        if (is_mapped(page * PAGE))
            continue;
        void *wanted = (void *)(uintptr_t)(page * PAGE);
        int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE;
        if (mmap(wanted, PAGE, PROT_READ | PROT_WRITE, flags, -1, 0) != wanted)
            finish(NO_PLACE);
        mapped[page / 8] |= 1 << page % 8;
    }
}

/* An address that this process uses for something else. */
static int is_foreign(uintptr_t address) {
    unsigned char resident;
    uintptr_t page = address & ~(uintptr_t)(PAGE - 1);
    return address >= PAGE && !is_mapped(address) && mincore((void *)page, 1, &resident) == 0;
}

static uint64_t text_length(const char *text) {
    uint64_t length = 0;
    while (length < LONGEST_TEXT && is_foreign((uintptr_t)(text + length)) && text[length])
        length++;
    return length;
}

/* Behind the result; the program gets a copy. */
static void give_behind(uint64_t wanted) {
    const char *from = answer->result[0].pointer;
    uint64_t size = wanted == TEXT ? text_length(from) + 1 : wanted;
    if (size > LONGEST_TEXT || answer->object_bytes + size > ROOM)
        finish(TOO_LARGE);
    if (size == 0 || !is_foreign((uintptr_t)(from + size - 1)))
        return;
    memcpy(after_answer() + answer->object_bytes, from, size);
    answer->behind_bytes = size;
}

/* A changed word that points to memory of this process would mean nothing to the program. */
static void check_words(const struct object *object, const unsigned char *before) {
    const unsigned char *now = (unsigned char *)(uintptr_t)object->address;
    uint64_t first = -object->address % sizeof(uintptr_t);
    for (uint64_t i = first; i + sizeof(uintptr_t) <= object->size; i += sizeof(uintptr_t)) {
        uintptr_t word;
        memcpy(&word, now + i, sizeof word);
        if (memcmp(before + i, &word, sizeof word) && is_foreign(word))
            finish(KEEPS_POINTER);
    }
}

static void give_objects(const struct call *call, const unsigned char *objects) {
    for (uint32_t i = 0; i < call->objects; i++) {
        struct object object;
        memcpy(&object, objects, sizeof object);
        objects += sizeof object;
        check_words(&object, objects);
        if (answer->object_bytes + object.size > ROOM)
            finish(TOO_LARGE);
        const void *now = (void *)(uintptr_t)object.address;
        memcpy(after_answer() + answer->object_bytes, now, object.size);
        answer->object_bytes += object.size;
        objects += object.size;
    }
}

static const unsigned char *place_objects(const struct call *call, const unsigned char *at) {
    for (uint32_t i = 0; i < call->objects; i++) {
        struct object object;
        memcpy(&object, at, sizeof object);
        at += sizeof object;
        if (object.size > 0) {
            map(object.address, object.size);
            memcpy((void *)(uintptr_t)object.address, at, object.size);
        }
        at += object.size;
    }
    return at;
}

/* Returns where the next call begins. */
static const unsigned char *make_call(const unsigned char *at, int is_last) {
    struct call call;
    memcpy(&call, at, sizeof call);
    at += sizeof call;
    union assay_value args[call.args + 1];
    memcpy(args, at, call.args * sizeof *args);
    at += call.args * sizeof *args;
    const unsigned char *end = place_objects(&call, at);
    memset(answer->result, 0, sizeof answer->result);
    errno = call.error;
    assay_trampolines[call.function](args, answer->result);
    answer->error = errno;
    if (is_last) {
        give_objects(&call, at);
        answer->is_foreign = is_foreign((uintptr_t)answer->result[0].pointer);
        if (answer->is_foreign && call.behind != 0)
            give_behind(call.behind);
    }
    return end;
}

static void obey(const unsigned char *order) {
    setpgid(0, 0);
    close(ORDERS);
    close(ANSWERS);
    struct rlimit limit = {SECONDS, SECONDS};
    setrlimit(RLIMIT_CPU, &limit);
    uint32_t calls;
    memcpy(&calls, order, sizeof calls);
    order += sizeof calls;
    for (uint32_t i = 0; i < calls; i++)
        order = make_call(order, i + 1 == calls);
    finish(DONE);
}

static void wait_for(pid_t child) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGCHLD);
    struct timespec limit = {SECONDS, 0};
    int status = 0;
    while (waitpid(child, &status, WNOHANG) != child) {
        if (sigtimedwait(&set, NULL, &limit) == SIGCHLD || errno == EINTR)
            continue;
        answer->status = TIMED_OUT;
        kill(-child, SIGKILL);
        kill(child, SIGKILL);
        waitpid(child, &status, 0);
        return;
    }
    kill(-child, SIGKILL); /* what it left behind */
    if (WIFSIGNALED(status)) {
        answer->status = WTERMSIG(status) == SIGXCPU ? TIMED_OUT : CRASHED;
        answer->signal = WTERMSIG(status);
    }
}

static void transfer(ssize_t (*move)(int, void *, size_t), int file, void *bytes, size_t size) {
    unsigned char *at = bytes;
    while (size > 0) {
        ssize_t moved = move(file, at, size);
        if (moved <= 0)
            exit(0); /* nobody is there any more */
        at += moved;
        size -= moved;
    }
}

static ssize_t put(int file, void *bytes, size_t size) { return write(file, bytes, size); }

static void serve(const unsigned char *order) {
    memset(answer, 0, sizeof *answer);
    answer->status = EXITED; /* unless the child says otherwise */
    pid_t child = fork();
    if (child == 0) {
        sigset_t none;
        sigemptyset(&none);
        sigprocmask(SIG_SETMASK, &none, NULL);
        obey(order);
    }
    if (child > 0)
        wait_for(child);
    if (answer->status != DONE)
        answer->object_bytes = answer->behind_bytes = 0;
    uint64_t size = sizeof *answer + answer->object_bytes + answer->behind_bytes;
    transfer(put, ANSWERS, &size, sizeof size);
    transfer(put, ANSWERS, answer, size);
}

int main(void) {
    if (dup2(0, ORDERS) < 0 || dup2(1, ANSWERS) < 0)
        return 1;
    int nothing = open("/dev/null", O_RDWR);
    for (int file = 0; file < 3; file++)
        dup2(nothing, file);
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGCHLD);
    sigprocmask(SIG_BLOCK, &set, NULL);
    int flags = MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE;
    answer = mmap(NULL, sizeof *answer + ROOM, PROT_READ | PROT_WRITE, flags, -1, 0);
    if (answer == MAP_FAILED)
        return 1;
    for (;;) {
        uint64_t size;
        transfer(read, ORDERS, &size, sizeof size);
        unsigned char *order = malloc(size);
        if (order == NULL)
            return 1;
        transfer(read, ORDERS, order, size);
        serve(order);
        free(order);
    }
}
