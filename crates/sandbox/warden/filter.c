/* The filter of system calls, made from the tables and applied by the kernel (seccomp) to a test and all
 * that it starts. It sees numbers and plain arguments only: what is behind a pointer is up to the view
 * and to Landlock. */
#define _GNU_SOURCE
#include "warden.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))
/* Calls that are tried one after the other. */
enum { LEAF = 24 };

#define ALLOW SECCOMP_RET_ALLOW
#define REFUSE(error) (SECCOMP_RET_ERRNO | (error))

/* Of clone. */
#define ANY_NAMESPACE                                                                            \
    (CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | \
     CLONE_NEWNET)

static const uint32_t harmless_ioctls[] = {
    TCGETS, TIOCGWINSZ, TIOCGPGRP, TIOCOUTQ, FIONREAD, FIONBIO, FIOCLEX, FIONCLEX,
};

/* Not those that send signals or leases to others. The 32-bit table has numbers of its own for long locks. */
static const uint32_t harmless_fcntls[] = {
    F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_GETLK, F_SETLK, F_SETLKW, 12, 13, 14,
    F_OFD_GETLK, F_OFD_SETLK, F_OFD_SETLKW, F_DUPFD_CLOEXEC, F_SETPIPE_SZ, F_GETPIPE_SZ,
    F_ADD_SEALS, F_GET_SEALS, F_GETOWN, F_GETSIG,
};

static const uint32_t harmless_prctls[] = {
    PR_SET_PDEATHSIG, PR_GET_PDEATHSIG, PR_SET_DUMPABLE, PR_GET_DUMPABLE, PR_SET_NAME, PR_GET_NAME,
    PR_CAPBSET_READ, PR_SET_TIMERSLACK, PR_GET_TIMERSLACK, PR_SET_NO_NEW_PRIVS,
    PR_GET_NO_NEW_PRIVS, PR_GET_THP_DISABLE, PR_SET_VMA,
};

/* Applying a filter takes longer the longer it is, and most programs need one table only. */
static struct sock_filter for_64_bit[1024], for_all[2048];
static struct sock_fprog filter_64 = {0, for_64_bit}, filter_all = {0, for_all};

/* The one that is being made. */
static struct sock_filter *program;
static unsigned short length;

static void emit(uint16_t code, uint32_t value, uint8_t if_true, uint8_t if_false) {
    if (length == (program == for_all ? COUNT(for_all) : COUNT(for_64_bit)))
        abort();
    program[length++] = (struct sock_filter){code, if_true, if_false, value};
}

static void load(size_t offset) { emit(BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset, 0, 0); }

/* The processor's order of bytes: the low half is in front. */
static void load_argument(int number) { load(offsetof(struct seccomp_data, args[number])); }
static void load_high_half(int number) { load(offsetof(struct seccomp_data, args[number]) + 4); }

static void answer_with(uint32_t action) { emit(BPF_RET | BPF_K, action, 0, 0); }

static void allow_if_equal(uint32_t value) {
    emit(BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1);
    answer_with(ALLOW);
}

static void refuse_unless_equal(uint32_t value) {
    emit(BPF_JMP | BPF_JEQ | BPF_K, value, 1, 0);
    answer_with(REFUSE(EPERM));
}

static void allow_if_among(const uint32_t *values, size_t count) {
    for (size_t i = 0; i < count; i++)
        emit(BPF_JMP | BPF_JEQ | BPF_K, values[i], (uint8_t)(count - i), 0);
    answer_with(REFUSE(EPERM));
    answer_with(ALLOW);
}

static void allow_range(uint32_t first, uint32_t last) {
    emit(BPF_JMP | BPF_JGE | BPF_K, first, 0, 2);
    emit(BPF_JMP | BPF_JGT | BPF_K, last, 1, 0);
    answer_with(ALLOW);
}

/* What allows the call; what comes behind refuses it. */
static void emit_condition(enum condition condition) {
    load_argument(condition == IF_HARMLESS_IOCTL || condition == IF_HARMLESS_FCNTL);
    switch (condition) {
    case IF_NO_NAMESPACE:
        emit(BPF_JMP | BPF_JSET | BPF_K, ANY_NAMESPACE, 1, 0);
        answer_with(ALLOW);
        break;
    case IF_SELF:
        allow_if_equal(0);
        break;
    case IF_OWN_PRIORITY:
        refuse_unless_equal(PRIO_PROCESS);
        load_argument(1);
        allow_if_equal(0);
        break;
    case IF_LOCAL:
        allow_if_equal(AF_UNIX);
        break;
    case IF_NO_ADDRESS:
        load_high_half(4);
        refuse_unless_equal(0);
        load_argument(4);
        allow_if_equal(0);
        break;
    case IF_ONLY_ASKING:
        allow_if_equal(UINT32_MAX);
        break;
    case IF_HARMLESS_IOCTL:
        allow_if_among(harmless_ioctls, COUNT(harmless_ioctls));
        break;
    case IF_HARMLESS_FCNTL:
        allow_if_among(harmless_fcntls, COUNT(harmless_fcntls));
        break;
    case IF_HARMLESS_PRCTL:
        allow_if_among(harmless_prctls, COUNT(harmless_prctls));
        break;
    case ALWAYS:
    case IF_VIEW:
    case UNKNOWN:
        abort(); /* no matter of arguments */
    }
    answer_with(REFUSE(EPERM));
}

static void emit_conditional(const struct call *call) {
    unsigned short jump = length;
    emit(BPF_JMP | BPF_JEQ | BPF_K, call->number, 0, 0);
    if (call->condition == UNKNOWN)
        answer_with(REFUSE(ENOSYS));
    else
        emit_condition(call->condition);
    program[jump].jf = (uint8_t)(length - jump - 1);
}

static int by_number(const void *a, const void *b) {
    const struct call *one = a, *other = b;
    return (one->number > other->number) - (one->number < other->number);
}

/* Of calls that are next to each other and always allowed; returns what comes behind. */
static size_t emit_run(const struct call *calls, size_t at, size_t count) {
    size_t end = at + 1;
    while (end < count && calls[end].condition == ALWAYS &&
           calls[end].number <= calls[end - 1].number + 1)
        end++;
    allow_range(calls[at].number, calls[end - 1].number);
    return end;
}

/* Without a view, what IF_VIEW stands for is left to be refused. */
static size_t relevant(const struct call *calls, size_t count, bool has_view, struct call *kept) {
    size_t number = 0;
    for (size_t i = 0; i < count; i++) {
        struct call call = calls[i];
        if (call.condition == IF_VIEW && !has_view)
            continue;
        call.condition = call.condition == IF_VIEW ? ALWAYS : call.condition;
        kept[number++] = call;
    }
    qsort(kept, number, sizeof *kept, by_number);
    return number;
}

/* Of a few calls, one after the other; what is not among them is refused. */
static void emit_leaf(const struct call *calls, size_t count) {
    for (size_t i = 0; i < count;)
        if (calls[i].condition == ALWAYS)
            i = emit_run(calls, i, count);
        else
            emit_conditional(&calls[i++]);
    answer_with(REFUSE(EPERM));
}

/* A binary search: the kernel tries all numbers when the filter is applied, which is for each test. */
static void emit_search(const struct call *calls, size_t count) {
    size_t half = count / 2;
    if (count <= LEAF) {
        emit_leaf(calls, count);
        return;
    }
    emit(BPF_JMP | BPF_JGE | BPF_K, calls[half].number, 0, 1);
    unsigned short jump = length;
    emit(BPF_JMP | BPF_JA, 0, 0, 0);
    emit_search(calls, half);
    program[jump].k = (uint32_t)(length - jump - 1);
    emit_search(calls + half, count - half);
}

/* Numbers above all that are listed are those of newer kernels and of x32, and answered like those that
 * the kernel does not know. */
static void emit_table(uint32_t architecture, const struct call *calls, size_t count, bool has_view) {
    struct call sorted[count];
    count = relevant(calls, count, has_view, sorted);
    emit(BPF_JMP | BPF_JEQ | BPF_K, architecture, 1, 0);
    unsigned short jump = length;
    emit(BPF_JMP | BPF_JA, 0, 0, 0);
    load(offsetof(struct seccomp_data, nr));
    emit(BPF_JMP | BPF_JGT | BPF_K, sorted[count - 1].number, 0, 1);
    answer_with(REFUSE(ENOSYS));
    emit_search(sorted, count);
    program[jump].k = (uint32_t)(length - jump - 1);
}

static void make_one(struct sock_fprog *filter, bool has_32_bit, bool has_view) {
    program = filter->filter;
    length = 0;
    load(offsetof(struct seccomp_data, arch));
    emit_table(AUDIT_ARCH_X86_64, calls_64, count_64, has_view);
    if (has_32_bit)
        emit_table(AUDIT_ARCH_I386, calls_32, count_32, has_view);
    answer_with(REFUSE(ENOSYS));
    filter->len = length;
}

void make_filters(bool has_view) {
    make_one(&filter_64, false, has_view);
    make_one(&filter_all, true, has_view);
}

bool is_seccomp_there(void) {
    uint32_t action = SECCOMP_RET_ERRNO;
    return syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0;
}

bool apply_filter(bool is_32_bit) {
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    struct sock_fprog *filter = is_32_bit ? &filter_all : &filter_64;
    return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, filter) == 0;
}
