//! what: getopt and getopt_long: groups, arguments, order, abbreviations, errors
//! run: exit 0
//! out: a 0 1
//! out: b value 3
//! out: ? 0 5
//! out: rest file other
//! out: verbose 0 2
//! out: level 3 4
//! out: level 4 6
//! out: ? 0 7
//! out: rest x

#include <getopt.h>
#include <stdio.h>
#include <string.h>

static const struct option names[] = {
    {"verbose", no_argument, NULL, 'v'}, {"level", required_argument, NULL, 'l'}, {NULL, 0, NULL, 0}};

int main(void) {
    char *first[] = {"p", "-ab", "value", "file", "-z", "--", "other", NULL};
    int c;
    opterr = 0;
    while ((c = getopt(7, first, "ab:")) != -1)
        printf("%c %s %d\n", c, optarg ? optarg : "0", optind);
    printf("rest %s %s\n", first[optind], first[optind + 1]);
    char *second[] = {"p", "--verb", "x", "--level=3", "--level", "4", "--nothing", NULL};
    optind = 0;
    while ((c = getopt_long(7, second, "", names, NULL)) != -1)
        printf("%s %s %d\n", c == 'v' ? "verbose" : c == 'l' ? "level" : "?", optarg ? optarg : "0",
               optind);
    printf("rest %s\n", second[optind]);
    return 0;
}
