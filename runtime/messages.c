// Messages: err.h and error.h, and translations, of which there are none.

#include "assay.h"

int vfprintf(FILE *stream, const char *format, va_list arguments);
int fprintf(FILE *stream, const char *format, ...);
int snprintf(char *to, size_t size, const char *format, ...);
int fputs(const char *s, FILE *stream);
int fputc(int c, FILE *stream);

static void message(const char *format, va_list arguments, int error) {
    fputs("program: ", stderr);
    if (format != NULL)
        vfprintf(stderr, format, arguments);
    if (format != NULL && error >= 0)
        fputs(": ", stderr);
    if (error >= 0)
        fputs(__assay_error_text(error), stderr);
    fputc('\n', stderr);
}

void vwarn(const char *format, va_list arguments) {
    message(format, arguments, errno);
}

void vwarnx(const char *format, va_list arguments) {
    message(format, arguments, -1);
}

_Noreturn void verr(int status, const char *format, va_list arguments) {
    message(format, arguments, errno);
    __assay_exit(status);
}

_Noreturn void verrx(int status, const char *format, va_list arguments) {
    message(format, arguments, -1);
    __assay_exit(status);
}

void warn(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vwarn(format, arguments);
    va_end(arguments);
}

void warnx(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vwarnx(format, arguments);
    va_end(arguments);
}

_Noreturn void err(int status, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    verr(status, format, arguments);
}

_Noreturn void errx(int status, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    verrx(status, format, arguments);
}

unsigned error_message_count;
int error_one_per_line;
void (*error_print_progname)(void);

void error(int status, int number, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    message(format, arguments, number == 0 ? -1 : number);
    va_end(arguments);
    error_message_count++;
    if (status != 0)
        __assay_exit(status);
}

// ---- Signals ------------------------------------------------------------------------------

static const char *const signal_texts[] = {
    NULL, "Hangup", "Interrupt", "Quit", "Illegal instruction", "Trace/breakpoint trap",
    "Aborted", "Bus error", "Floating point exception", "Killed", "User defined signal 1",
    "Segmentation fault", "User defined signal 2", "Broken pipe", "Alarm clock", "Terminated",
    "Stack fault", "Child exited", "Continued", "Stopped (signal)", "Stopped",
    "Stopped (tty input)", "Stopped (tty output)", "Urgent I/O condition",
    "CPU time limit exceeded", "File size limit exceeded", "Virtual timer expired",
    "Profiling timer expired", "Window changed", "I/O possible", "Power failure",
    "Bad system call",
};

char *strsignal(int number) {
    static char other[32];
    enum { COUNT = sizeof signal_texts / sizeof *signal_texts, FIRST_REAL_TIME = 34, LAST = 64 };
    if (number > 0 && number < COUNT)
        return (char *)signal_texts[number];
    if (number >= FIRST_REAL_TIME && number <= LAST)
        snprintf(other, sizeof other, "Real-time signal %d", number - FIRST_REAL_TIME);
    else
        snprintf(other, sizeof other, "Unknown signal %d", number);
    return other;
}

void psignal(int number, const char *prefix) {
    _Bool has_prefix = prefix != NULL && *prefix != 0;
    fprintf(stderr, "%s%s%s\n", has_prefix ? prefix : "", has_prefix ? ": " : "", strsignal(number));
}

// ---- Translations -----------------------------------------------------------------------

char *gettext(const char *text) {
    return (char *)text;
}

char *dgettext(const char *domain, const char *text) {
    (void)domain;
    return (char *)text;
}

char *dcgettext(const char *domain, const char *text, int category) {
    (void)domain;
    (void)category;
    return (char *)text;
}

char *ngettext(const char *one, const char *many, unsigned long count) {
    return (char *)__assay_select_pointer(count == 1, one, many);
}

char *textdomain(const char *domain) {
    return domain == NULL ? "messages" : (char *)domain;
}

char *bindtextdomain(const char *domain, const char *folder) {
    (void)domain;
    return (char *)folder;
}

char *bind_textdomain_codeset(const char *domain, const char *codeset) {
    (void)domain;
    return (char *)codeset;
}

enum { CODESET = 14 };

char *nl_langinfo(int item) {
    if (item == CODESET)
        return "ANSI_X3.4-1968";
    __assay_unsupported("'nl_langinfo' of this item");
}
