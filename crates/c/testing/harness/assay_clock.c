/* The clock, answered as in Assay's machine (runtime/time.c): from the inputs of the test.
 *
 * Linked with -Wl,--wrap for each function that the program does not define itself. */
#include "assay_inputs.h"

#include <errno.h>
#include <sys/time.h>
#include <time.h>

enum { START = 1000000000 };

static uint32_t taken(const char *function) {
    uint32_t value;
    assay_take(ASSAY_EXTERNAL, function, &value, sizeof value);
    return value;
}

/* Never goes back: the first look sets it, later ones move it on. */
static time_t now(const char *function) {
    static time_t seconds;
    uint32_t step = taken(function);
    seconds = seconds == 0 ? START + (time_t)(step & 0x3fffffff)
                           : seconds + (time_t)(step & 0xffff);
    return seconds;
}

time_t __wrap_time(time_t *into) {
    if (FAILS("time"))
        return -1;
    time_t seconds = now("time");
    if (into)
        *into = seconds;
    return seconds;
}

clock_t __wrap_clock(void) {
    static clock_t used;
    if (FAILS("clock"))
        return -1;
    return used += (clock_t)(taken("clock") & 0xfffff);
}

int __wrap_gettimeofday(struct timeval *into, void *zone) {
    (void)zone;
    into->tv_sec = now("gettimeofday");
    into->tv_usec = (suseconds_t)(taken("gettimeofday") & 0x7ffff);
    return 0;
}

static int invalid(void) { return errno = EINVAL, -1; }

/* The clocks of Linux, without those of other processes. */
static bool is_clock(int number) {
    enum { LAST_CLOCK = 11, NOT_A_CLOCK = 10 };
    return (unsigned)number <= LAST_CLOCK && number != NOT_A_CLOCK;
}

int __wrap_clock_gettime(clockid_t clock, struct timespec *into) {
    if (FAILS("clock_gettime"))
        return -1;
    if (!is_clock(clock))
        return invalid();
    into->tv_sec = now("clock_gettime");
    into->tv_nsec = (long)(taken("clock_gettime") & 0x1fffffff);
    return 0;
}

unsigned __wrap_sleep(unsigned seconds) { return (void)seconds, 0; }
int __wrap_usleep(unsigned microseconds) {
    return (void)microseconds, FAILS("usleep") ? -1 : 0;
}

int __wrap_nanosleep(const struct timespec *wanted, struct timespec *rest) {
    (void)rest;
    if (FAILS("nanosleep"))
        return -1;
    return wanted->tv_sec < 0 || (unsigned long)wanted->tv_nsec > 999999999 ? invalid() : 0;
}
