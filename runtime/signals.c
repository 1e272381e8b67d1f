// Signals. Nobody sends any but the program itself: handlers are remembered, raise() calls them,
// and a signal without a handler that would end the program ends the path.

#include "assay.h"

typedef void (*handler)(int);

#define SIG_DFL ((handler)0)
#define SIG_IGN ((handler)1)
#define SIG_ERR ((handler)-1)

enum { SIGABRT = 6, SIGKILL = 9, SIGCHLD = 17, SIGCONT = 18, SIGSTOP = 19, SIGURG = 23,
       SIGWINCH = 28, MOST_SIGNALS = 65 };
enum { THIS_PROCESS = 1000, ESRCH = 3 };

static handler handlers[MOST_SIGNALS];

static _Bool can_be_handled(int number) {
    if (number > 0 && number < MOST_SIGNALS && number != SIGKILL && number != SIGSTOP)
        return 1;
    errno = EINVAL;
    return 0;
}

handler signal(int number, handler function) {
    if (!can_be_handled(number))
        return SIG_ERR;
    handler before = handlers[number];
    handlers[number] = function;
    return before;
}

handler bsd_signal(int number, handler function) {
    return signal(number, function);
}

handler __sysv_signal(int number, handler function) {
    return signal(number, function);
}

// glibc's layout up to the flags.
struct sigaction {
    handler function;
    unsigned long mask[1024 / (8 * sizeof(unsigned long))];
    int flags;
    void (*restorer)(void);
};

enum { SA_SIGINFO = 4 };

int sigaction(int number, const struct sigaction *new, struct sigaction *old) {
    if (!can_be_handled(number))
        return -1;
    if (old != NULL)
        *old = (struct sigaction){.function = handlers[number]};
    if (new != NULL)
        handlers[number] = new->function;
    return 0;
}

int raise(int number) {
    if (number < 0 || number >= MOST_SIGNALS) {
        errno = EINVAL;
        return -1;
    }
    handler function = handlers[number];
    if (number == 0 || function == SIG_IGN)
        return 0;
    if (function != SIG_DFL) {
        function(number);
        return 0;
    }
    if (number == SIGABRT)
        __assay_abort();
    if (number == SIGCHLD || number == SIGCONT || number == SIGURG || number == SIGWINCH)
        return 0;
    __assay_unsupported("'raise' of a signal that ends the program");
}

int kill(int process, int number) {
    if (process != THIS_PROCESS)
        __assay_unsupported("'kill' of another process");
    return raise(number);
}

// ---- Sets and masks: nothing arrives, so nothing is held back ----------------------------

struct signal_set {
    unsigned long word[1024 / (8 * sizeof(unsigned long))];
};

enum { WORD_BITS = 8 * sizeof(unsigned long) };

int sigemptyset(struct signal_set *set) {
    memset(set, 0, sizeof *set);
    return 0;
}

int sigfillset(struct signal_set *set) {
    memset(set, 0xff, sizeof *set);
    return 0;
}

static _Bool is_signal(int number) {
    if (number > 0 && number < MOST_SIGNALS)
        return 1;
    errno = EINVAL;
    return 0;
}

int sigaddset(struct signal_set *set, int number) {
    if (!is_signal(number))
        return -1;
    set->word[(number - 1) / WORD_BITS] |= 1ul << (number - 1) % WORD_BITS;
    return 0;
}

int sigdelset(struct signal_set *set, int number) {
    if (!is_signal(number))
        return -1;
    set->word[(number - 1) / WORD_BITS] &= ~(1ul << (number - 1) % WORD_BITS);
    return 0;
}

int sigismember(const struct signal_set *set, int number) {
    if (!is_signal(number))
        return -1;
    return (set->word[(number - 1) / WORD_BITS] >> (number - 1) % WORD_BITS & 1) != 0;
}

static struct signal_set blocked;

int sigprocmask(int how, const struct signal_set *set, struct signal_set *old) {
    if (set != NULL && (unsigned)how > 2) {
        errno = EINVAL;
        return -1;
    }
    if (old != NULL)
        *old = blocked;
    if (set == NULL)
        return 0;
    for (size_t i = 0; i < sizeof blocked / sizeof *blocked.word; i++) {
        if (how == 0)
            blocked.word[i] |= set->word[i];
        else if (how == 1)
            blocked.word[i] &= ~set->word[i];
        else
            blocked.word[i] = set->word[i];
    }
    return 0;
}

int siginterrupt(int number, int flag) {
    (void)flag;
    return is_signal(number) ? 0 : -1;
}

// It never rings: no time passes.
unsigned alarm(unsigned seconds) {
    static unsigned left;
    unsigned before = left;
    left = seconds;
    return before;
}
