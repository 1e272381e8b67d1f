// The process: exit handlers, errno, its name.
//
// The machine ends the program itself and calls __assay_run_atexit on the way. A command is never
// run.

#include "assay.h"

int __assay_errno; // the machine knows it by this name

int *__errno_location(void) {
    return &__assay_errno;
}

// ---- Exit handlers, run last to first; a handler may register more -----------------------

enum { MOST_HANDLERS = 1024 };

void __assay_run_atexit(void);

// Only what is referenced is linked: whoever registers a handler brings in what runs it.
static void (*volatile runner)(void);

struct handler {
    void (*plain)(void); // used where not null
    void (*with)(void *);
    void *argument;
};

static struct handler handlers[MOST_HANDLERS];
static unsigned handler_count;

static int add_handler(struct handler h) {
    runner = __assay_run_atexit;
    if (handler_count == MOST_HANDLERS)
        return -1;
    handlers[handler_count++] = h;
    return 0;
}

int atexit(void (*function)(void)) {
    return add_handler((struct handler){function, NULL, NULL});
}

int __cxa_atexit(void (*function)(void *), void *argument, void *module) {
    (void)module;
    return add_handler((struct handler){NULL, function, argument});
}

void __assay_run_atexit(void) {
    while (handler_count > 0) {
        struct handler h = handlers[--handler_count];
        if (h.plain != NULL)
            h.plain();
        else
            h.with(h.argument);
    }
}

// ---- Surroundings -----------------------------------------------------------------------

char *program_invocation_name = "program";
char *program_invocation_short_name = "program";
char *__progname = "program";
char *__progname_full = "program";

int system(const char *command) {
    if (command == NULL)
        return 0;
    __assay_unsupported("system() runs a command");
}

_Noreturn void __stack_chk_fail(void) {
    __assay_abort();
}

_Noreturn void __chk_fail(void) {
    __assay_abort();
}
