//! what: strtod: decimal, hexadecimal, special values, correct rounding
//! run: exit 17
//! out: 3.1415899999999999 '' 0
//! out: -0.001 'x' 0
//! out: 12 '' 0
//! out: inf '' 0
//! out: -nan '' 0
//! out: 0.5 '.' 0
//! out: 1 'e' 0
//! out: 0 'abc' 0
//! out: inf '' 34
//! out: 0 '' 34
//! out: 2.2250738585072009e-308 '' 34
//! out: 9007199254740992 '' 0
//! out: 9007199254740994 '' 0
//! out: 1.2345678901234568e+29 '' 0
//! out: 0.100000001 0.1 25

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

static void parse(const char *s) {
    char *end;
    errno = 0;
    double v = strtod(s, &end);
    printf("%.17g '%s' %d\n", v, end, errno);
}

int main(void) {
    parse("3.14159");
    parse(" -1e-3x");
    parse("0x1.8p3");
    parse("inf");
    parse("-NaN(7)");
    parse(".5.");
    parse("1e");
    parse("abc");
    parse("1e400");
    parse("1e-400");
    parse("2.2250738585072011e-308");
    parse("9007199254740993");
    parse("9007199254740993.00000000000000000001");
    parse("123456789012345678901234567890");
    printf("%.9g %.20Lg %g\n", strtof("0.1", NULL), strtold("0.1", NULL), atof("2.5e1"));
    return (int)atof("17.9");
}
