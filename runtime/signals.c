// Signals. In the machine nobody sends any but the program itself: by raise(), or by what it does wrong. A handler
// runs as soon as its signal is not blocked; a signal without a handler that would end the program ends
// the path. The real program may get others at any time.

#include "assay.h"

typedef void (*handler)(int);

#define SIG_DFL ((handler)0)
#define SIG_IGN ((handler)1)
#define SIG_ERR ((handler)-1)

enum { SIGILL = 4, SIGTRAP = 5, SIGABRT = 6, SIGBUS = 7, SIGFPE = 8, SIGSEGV = 11, SIGSYS = 31, SIGKILL = 9, SIGCHLD = 17, SIGCONT = 18, SIGSTOP = 19, SIGURG = 23,
       SIGWINCH = 28, MOST_SIGNALS = 65 };
enum { THIS_PROCESS = 1000, ESRCH = 3 };
enum { SA_SIGINFO = 4, SA_RESTART = 0x10000000, SA_NODEFER = 0x40000000 };
#define SA_RESETHAND 0x80000000u

enum { WORD_BITS = 8 * sizeof(unsigned long) };

struct signal_set {
    unsigned long word[1024 / WORD_BITS];
};

// glibc's layout up to the flags.
struct sigaction {
    handler function;
    struct signal_set mask;
    int flags;
    void (*restorer)(void);
};

static struct sigaction actions[MOST_SIGNALS];

// The signals that are held back, and those of them that have come. There are 64: a bit each.
unsigned long long __assay_blocked; // setjmp and longjmp know it by this name
static unsigned long long pending;

static unsigned long long bit(int number) {
    return 1ull << (number - 1);
}

static unsigned long long bits(const struct signal_set *set) {
    unsigned long long low = set->word[0];
    return WORD_BITS == 64 ? low : low | (unsigned long long)set->word[1] << 32;
}

static struct signal_set set_of(unsigned long long bits) {
    struct signal_set set = {{(unsigned long)bits}};
    if (WORD_BITS < 64)
        set.word[1] = (unsigned long)(bits >> 32);
    return set;
}

// ---- Handlers ------------------------------------------------------------------------------

_Noreturn void __assay_fault(int number, int code, void *address);

// Only what is referenced is linked: whoever sets a handler brings in what calls it.
static void (*volatile on_fault)(int, int, void *);

__attribute__((noinline)) void __assay_handles_faults(void) {
    on_fault = __assay_fault;
}

static _Bool can_be_handled(int number) {
    if (number > 0 && number < MOST_SIGNALS && number != SIGKILL && number != SIGSTOP)
        return 1;
    errno = EINVAL;
    return 0;
}

static _Bool has_handler(int number) {
    return actions[number].function != SIG_DFL && actions[number].function != SIG_IGN;
}

// Whether only the program itself raises it, by what it does wrong.
static _Bool is_own_fault(int number) {
    return number == SIGILL || number == SIGTRAP || number == SIGABRT || number == SIGBUS ||
           number == SIGFPE || number == SIGSEGV || number == SIGSYS;
}

int sigaction(int number, const struct sigaction *new, struct sigaction *old) {
    __assay_handles_faults();
    if (!can_be_handled(number))
        return -1;
    struct sigaction before = actions[number];
    if (new != NULL)
        actions[number] = *new;
    if (has_handler(number) && !is_own_fault(number))
        __assay_go_astray();
    if (old != NULL)
        *old = before;
    return 0;
}

static handler set_handler(int number, handler function, unsigned flags) {
    struct sigaction new = {.function = function, .flags = (int)flags}, old;
    return sigaction(number, &new, &old) == 0 ? old.function : SIG_ERR;
}

handler signal(int number, handler function) {
    return set_handler(number, function, SA_RESTART);
}

handler bsd_signal(int number, handler function) {
    return signal(number, function);
}

handler ssignal(int number, handler function) {
    return signal(number, function);
}

handler __sysv_signal(int number, handler function) {
    return set_handler(number, function, SA_RESETHAND | SA_NODEFER);
}

handler sysv_signal(int number, handler function) {
    return __sysv_signal(number, function);
}

// Where a signal comes from: the start of siginfo_t. What the program may look for behind it was never set.
struct origin {
    int number, error, code;
    union {
        struct {
            void *address;
        };
        struct {
            int process, user;
        };
        char whole[112];
    };
};

enum { SI_TKILL = -6, CONTEXT_SIZE = 968 };

static void call_handler(struct origin origin) {
    int number = origin.number;
    struct sigaction action = actions[number];
    unsigned long long before = __assay_blocked;
    if ((unsigned)action.flags & SA_RESETHAND)
        actions[number].function = SIG_DFL;
    __assay_blocked |= bits(&action.mask);
    if (!(action.flags & SA_NODEFER))
        __assay_blocked |= bit(number);
    if (action.flags & SA_SIGINFO) {
        char context[CONTEXT_SIZE];
        void (*informed)(int, struct origin *, void *) = (void *)action.function;
        informed(number, &origin, context);
    } else {
        action.function(number);
    }
    __assay_blocked = before;
}

// A signal that is not held back.
static void deliver(int number) {
    if (has_handler(number)) {
        struct origin origin = {.number = number, .error = 0, .code = SI_TKILL};
        origin.process = THIS_PROCESS;
        call_handler(origin);
        return;
    }
    if (actions[number].function == SIG_IGN)
        return;
    if (number == SIGABRT)
        __assay_abort();
    if (number == SIGCHLD || number == SIGCONT || number == SIGURG || number == SIGWINCH)
        return;
    __assay_unsupported("'raise' of a signal that ends the program");
}

static void deliver_pending(void) {
    for (int number = 1; number < MOST_SIGNALS; number++) {
        if (pending & ~__assay_blocked & bit(number)) {
            pending &= ~bit(number);
            deliver(number);
            number = 0; // its handler may have raised any
        }
    }
}

// The machine comes here where the program does what raises a signal, if it ever sets a handler. It cannot
// be held back or ignored. What it was doing is not done: nobody returns to it.
void __assay_fault(int number, int code, void *address) {
    if (number == SIGABRT)
        __assay_blocked &= ~bit(number);
    if (!has_handler(number) || __assay_blocked & bit(number))
        __assay_die();
    struct origin origin;
    origin.number = number;
    origin.error = 0;
    origin.code = code;
    if (address != NULL)
        origin.address = address;
    call_handler(origin);
    if (number == SIGABRT)
        __assay_die();
    __assay_unsupported("a handler that returns to what raised its signal");
}

int raise(int number) {
    if (number < 0 || number >= MOST_SIGNALS) {
        errno = EINVAL;
        return -1;
    }
    if (number == 0)
        return 0;
    pending |= bit(number);
    deliver_pending();
    return 0;
}

int kill(int process, int number) {
    if (process != THIS_PROCESS)
        __assay_unsupported("'kill' of another process");
    return raise(number);
}

// ---- Sets and masks ------------------------------------------------------------------------

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

enum { SIG_BLOCK, SIG_UNBLOCK, SIG_SETMASK };

int sigprocmask(int how, const struct signal_set *set, struct signal_set *old) {
    struct signal_set before = set_of(__assay_blocked);
    if (set != NULL) {
        unsigned long long named = bits(set) & ~bit(SIGKILL) & ~bit(SIGSTOP);
        if (how == SIG_BLOCK)
            __assay_blocked |= named;
        else if (how == SIG_UNBLOCK)
            __assay_blocked &= ~named;
        else if (how == SIG_SETMASK)
            __assay_blocked = named;
        else {
            errno = EINVAL;
            return -1;
        }
        deliver_pending();
    }
    if (old != NULL)
        *old = before;
    return 0;
}

int pthread_sigmask(int how, const struct signal_set *set, struct signal_set *old) {
    return sigprocmask(how, set, old) == 0 ? 0 : EINVAL;
}

int sigpending(struct signal_set *set) {
    *set = set_of(pending);
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
