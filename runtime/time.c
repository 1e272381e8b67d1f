// Clocks and calendars.
//
// The clock is an input: each look at it moves it on by a number that the solver chooses. It never
// goes back and stays between 2001 and 2038. The native harness (assay_clock.c) does the same with the
// numbers of a test. Calendar arithmetic is exact, in UTC; it is plain arithmetic on days,
// whose only branches are on leap years and months.

#include "assay.h"

typedef long time_t;
typedef long clock_t;

struct tm {
    int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
    long tm_gmtoff;
    const char *tm_zone;
};

struct timeval {
    time_t tv_sec;
    long tv_usec;
};

struct timespec {
    time_t tv_sec;
    long tv_nsec;
};

int snprintf(char *to, size_t size, const char *format, ...);

static time_t now(const char *function) {
    enum { START = 1000000000 }; // 2001-09-09 01:46:40 UTC
    static time_t seconds;
    static _Bool is_set;
    uint32_t step = __assay_input(function);
    seconds = is_set ? seconds + (time_t)(step & 0xffff) : START + (time_t)(step & 0x3fffffff);
    is_set = 1;
    return seconds;
}

time_t time(time_t *into) {
    time_t seconds = now("time");
    if (into != NULL)
        *into = seconds;
    return seconds;
}

clock_t clock(void) {
    static clock_t used;
    return used += (clock_t)(__assay_input("clock") & 0xfffff);
}

double difftime(time_t a, time_t b) {
    return (double)a - (double)b;
}

int gettimeofday(struct timeval *into, void *zone) {
    (void)zone;
    into->tv_sec = now("gettimeofday");
    into->tv_usec = (long)(__assay_input("gettimeofday") & 0x7ffff);
    return 0;
}

// The clocks of Linux, without those of other processes.
static _Bool is_clock(int number) {
    enum { LAST_CLOCK = 11, NOT_A_CLOCK = 10 };
    return (unsigned)number <= LAST_CLOCK && number != NOT_A_CLOCK;
}

int clock_gettime(int clock, struct timespec *into) {
    if (!is_clock(clock)) {
        errno = EINVAL;
        return -1;
    }
    into->tv_sec = now("clock_gettime");
    into->tv_nsec = (long)(__assay_input("clock_gettime") & 0x1fffffff);
    return 0;
}

// Sleeping takes no time, and nobody wakes the program.

unsigned sleep(unsigned seconds) {
    (void)seconds;
    return 0;
}

int usleep(unsigned microseconds) {
    (void)microseconds;
    return 0;
}

int nanosleep(const struct timespec *wanted, struct timespec *rest) {
    (void)rest;
    if ((wanted->tv_sec < 0) | ((unsigned long)wanted->tv_nsec > 999999999)) {
        errno = EINVAL;
        return -1;
    }
    return 0;
}

// ---- Calendar ---------------------------------------------------------------------------

static const short days_before[12] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334};

static _Bool is_leap(int64_t year) {
    return (year % 4 == 0) & ((year % 100 != 0) | (year % 400 == 0));
}

static int64_t floor_divide(int64_t a, int64_t b) {
    return a / b - (a % b < 0);
}

// Days from 1970-01-01 to the first of January of `year`.
static int64_t days_to_year(int64_t year) {
    int64_t y = year - 1;
    return 365 * (year - 1970) + floor_divide(y, 4) - floor_divide(y, 100) +
           floor_divide(y, 400) - 477;
}

static int days_to_month(int64_t year, int month) {
    return days_before[month] + (month > 1 && is_leap(year));
}

struct tm *gmtime_r(const time_t *seconds, struct tm *t) {
    int64_t days = floor_divide(*seconds, 86400);
    int rest = (int)(*seconds - days * 86400);
    int64_t cycles = floor_divide(days, 146097); // of 400 years
    int64_t year = 1970 + 400 * cycles + (days - 146097 * cycles) / 366;
    while (days_to_year(year + 1) <= days)
        year++;
    int day = (int)(days - days_to_year(year));
    int month = 11;
    while (days_to_month(year, month) > day)
        month--;
    *t = (struct tm){
        .tm_sec = rest % 60,
        .tm_min = rest / 60 % 60,
        .tm_hour = rest / 3600,
        .tm_mday = day - days_to_month(year, month) + 1,
        .tm_mon = month,
        .tm_year = (int)(year - 1900),
        .tm_wday = (int)(days + 4 - 7 * floor_divide(days + 4, 7)),
        .tm_yday = day,
        .tm_zone = "GMT",
    };
    return t;
}

static struct tm shared_calendar;

struct tm *gmtime(const time_t *seconds) {
    return gmtime_r(seconds, &shared_calendar);
}

struct tm *localtime_r(const time_t *seconds, struct tm *t) {
    gmtime_r(seconds, t);
    t->tm_zone = "UTC";
    return t;
}

struct tm *localtime(const time_t *seconds) {
    return localtime_r(seconds, &shared_calendar);
}

time_t timegm(struct tm *t) {
    int64_t months = (int64_t)t->tm_year * 12 + t->tm_mon;
    int64_t year = 1900 + floor_divide(months, 12);
    int month = (int)(months - 12 * floor_divide(months, 12));
    int64_t days = days_to_year(year) + days_to_month(year, month) + t->tm_mday - 1;
    time_t seconds =
        (time_t)(days * 86400 + (int64_t)t->tm_hour * 3600 + (int64_t)t->tm_min * 60 + t->tm_sec);
    gmtime_r(&seconds, t);
    return seconds;
}

time_t mktime(struct tm *t) {
    time_t seconds = timegm(t);
    t->tm_zone = "UTC";
    return seconds;
}

char *asctime_r(const struct tm *t, char *buffer) {
    static const char days[] = "SunMonTueWedThuFriSat";
    static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
    const char *day = t->tm_wday >= 0 && t->tm_wday < 7 ? days + 3 * t->tm_wday : "???";
    const char *month = t->tm_mon >= 0 && t->tm_mon < 12 ? months + 3 * t->tm_mon : "???";
    snprintf(buffer, 26, "%.3s %.3s%3d %.2d:%.2d:%.2d %d\n", day, month, t->tm_mday, t->tm_hour,
             t->tm_min, t->tm_sec, 1900 + t->tm_year);
    return buffer;
}

char *asctime(const struct tm *t) {
    static char buffer[32];
    return asctime_r(t, buffer);
}

char *ctime(const time_t *seconds) {
    return asctime(localtime(seconds));
}

void tzset(void) {
}
