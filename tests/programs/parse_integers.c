//! what: strtol and relatives: bases, signs, ends, overflow and errno
//! run: exit 99
//! out: 42 'abc' 0
//! out: -31 'z' 0
//! out: 511 '' 0
//! out: 0 'x' 0
//! out: 1295 '' 0
//! out: 0 '' 0
//! out: 0 '+-3' 0
//! out: 9223372036854775807 '' 34
//! out: -9223372036854775808 '' 34
//! out: 22 '2' 0
//! out: 18446744073709551615 0
//! out: 12 -7 123456789012

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

static void parse(const char *s, int base) {
    char *end;
    errno = 0;
    long long v = strtoll(s, &end, base);
    printf("%lld '%s' %d\n", v, end, errno);
}

int main(void) {
    parse("  42abc", 10);
    parse("-0x1fz", 0);
    parse("0777", 0);
    parse("0x", 16);
    parse("zz", 36);
    parse("", 10);
    parse("+-3", 10);
    parse("9223372036854775808", 10);
    parse("-9999999999999999999", 10);
    parse("101102", 2);
    errno = 0;
    printf("%lu %d\n", strtoul("-1", NULL, 10), errno);
    printf("%d %ld %lld\n", atoi("12x"), atol("-7"), atoll("123456789012"));
    return atoi("   99 bottles");
}
