//! what: strftime with all conversions, flags and widths
//! flags: -D_GNU_SOURCE
//! run: exit 0
//! out: 28 Thu Thursday Jan January Jan
//! out: 24 Thu Jan  1 00:00:00 1970
//! out: 17 19 01 01/01/70  1
//! out: 24 1970-01-01 70 1970 00 12
//! out: 15 001  0 12 01 00
//! out: 23 AM am 12:00:00 AM 00:00
//! out: 19 00 00:00:00 4 00 01
//! out: 22 4 00 01/01/70 00:00:00
//! out: 17 70 1970 +0000 GMT
//! out: 1 0
//! out: 56 [1] [ 1] [THU] [gmt] [00000] [      1] [0000001970] [am]
//! out: 5 70 01
//! out: 28 Tue Tuesday Feb February Feb
//! out: 24 Tue Feb 29 12:34:56 2000
//! out: 17 20 29 02/29/00 29
//! out: 24 2000-02-29 00 2000 12 12
//! out: 15 060 12 12 02 34
//! out: 23 PM pm 12:34:56 PM 12:34
//! out: 19 56 12:34:56 2 09 09
//! out: 22 2 09 02/29/00 12:34:56
//! out: 17 00 2000 +0000 GMT
//! out: 9 951827696
//! out: 57 [29] [ 2] [TUE] [gmt] [00012] [     60] [0000002000] [pm]
//! out: 5 00 29
//! out: 26 Mon Monday Jan January Jan
//! out: 24 Mon Jan  1 00:00:00 2024
//! out: 17 20 01 01/01/24  1
//! out: 24 2024-01-01 24 2024 00 12
//! out: 15 001  0 12 01 00
//! out: 23 AM am 12:00:00 AM 00:00
//! out: 19 00 00:00:00 1 00 01
//! out: 22 1 01 01/01/24 00:00:00
//! out: 17 24 2024 +0000 GMT
//! out: 10 1704067200
//! out: 56 [1] [ 1] [MON] [gmt] [00000] [      1] [0000002024] [am]
//! out: 5 24 01
//! out: 27 Mon Monday Dec December Dec
//! out: 24 Mon Dec 30 23:59:59 2024
//! out: 17 20 30 12/30/24 30
//! out: 24 2024-12-30 25 2025 23 11
//! out: 15 365 23 11 12 59
//! out: 23 PM pm 11:59:59 PM 23:59
//! out: 19 59 23:59:59 1 52 01
//! out: 22 1 53 12/30/24 23:59:59
//! out: 17 24 2024 +0000 GMT
//! out: 10 1735603199
//! out: 57 [30] [12] [MON] [gmt] [00023] [    365] [0000002024] [pm]
//! out: 5 24 30
//! out: 29 Thu Thursday Dec December Dec
//! out: 24 Thu Dec 31 23:59:59 2099
//! out: 17 20 31 12/31/99 31
//! out: 24 2099-12-31 99 2099 23 11
//! out: 15 365 23 11 12 59
//! out: 23 PM pm 11:59:59 PM 23:59
//! out: 19 59 23:59:59 4 52 53
//! out: 22 4 52 12/31/99 23:59:59
//! out: 17 99 2099 +0000 GMT
//! out: 10 4102444799
//! out: 57 [31] [12] [THU] [gmt] [00023] [    365] [0000002099] [pm]
//! out: 5 99 31
//! out: 0 10
//! out: Tue Feb 29 12:34:56 2000

#include <stdio.h>
#include <time.h>

static void show(const struct tm *t, const char *format) {
    char text[128];
    size_t length = strftime(text, sizeof text, format, t);
    printf("%zu %s\n", length, text);
}

int main(void) {
    static const char *const formats[] = {
        "%a %A %b %B %h", "%c", "%C %d %D %e", "%F %g %G %H %I", "%j %k %l %m %M",
        "%p %P %r %R", "%S %T %u %U %V", "%w %W %x %X", "%y %Y %z %Z", "%s",
        "[%-d] [%_m] [%^a] [%#Z] [%5H] [%_7j] [%010Y] [%#p]", "%Ey %Od",
    };
    static const time_t times[] = {0, 951827696, 1704067200, 1735603199, 4102444799};
    for (unsigned i = 0; i < sizeof times / sizeof *times; i++) {
        struct tm t;
        gmtime_r(&times[i], &t);
        for (unsigned k = 0; k < sizeof formats / sizeof *formats; k++)
            show(&t, formats[k]);
    }
    struct tm t;
    char text[16] = "unchanged";
    gmtime_r(&times[1], &t);
    printf("%zu %zu\n", strftime(text, 10, "%F", &t), strftime(text, 11, "%F", &t));
    char buffer[26];
    fputs(ctime_r(&times[1], buffer), stdout);
    return 0;
}
