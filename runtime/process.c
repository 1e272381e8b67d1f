// The process and its surroundings: exit handlers, environment, errno.
//
// The machine ends the program itself and calls __assay_run_atexit on the way. The environment
// is empty, and a command is never run.

#include "assay.h"

static int error_number;

int *__errno_location(void) {
    return &error_number;
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

char **environ;
char **__environ;
char *program_invocation_name = "program";
char *program_invocation_short_name = "program";

char *getenv(const char *name) {
    strlen(name);
    return NULL;
}

char *secure_getenv(const char *name) {
    return getenv(name);
}

int system(const char *command) {
    if (command == NULL)
        return 0;
    __assay_unsupported("system() runs a command");
}

int getpid(void) {
    return 1000;
}

int getpagesize(void) {
    return 4096;
}

_Noreturn void __stack_chk_fail(void) {
    __assay_abort();
}

_Noreturn void __chk_fail(void) {
    __assay_abort();
}
