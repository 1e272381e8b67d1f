//! what: lines of standard input against a regular expression
//! options: --sym-stdin 4
//! cover: branch 7/8
//! infeasible-left: 1

#include <regex.h>
#include <stdio.h>

int main(void) {
    char line[8];
    regex_t regex;
    if (regcomp(&regex, "^k[0-9]+$", REG_EXTENDED | REG_NEWLINE | REG_NOSUB) != 0)
        return 9;
    int matches = 0, lines = 0;
    while (fgets(line, sizeof line, stdin) != NULL) {
        lines++;
        if (regexec(&regex, line, 0, NULL, 0) == 0)
            matches++;
    }
    regfree(&regex);
    if (matches == 1)
        return 1;
    return 0;
}
