//! what: regcomp and regexec: basic and extended, groups, repetitions, sets, errors
//! run: exit 0
//! out: abc: 2-5
//! out: a*: 0-0
//! out: ^a.*c$: 0-4
//! out: a\{2,3\}: 1-4
//! out: \(a\)\(b*\)c: 1-5 1-2 2-4
//! out: \(ab\)\1: 1-5 1-3
//! out: *a: 1-3
//! out: a\|bc: 1-3
//! out: [^[:digit:]a-c]\+: 3-6
//! out: (a|ab)(c|bcd): 0-4 0-1 1-4
//! out: x+y?z{0,2}: 1-6
//! out: (a|b)*c|d: 0-5 3-4
//! out: ^(#|$): 0-1 0-1
//! out: HELLO: 4-9
//! out: a.c: no match
//! out: ^b: 2-3
//! out: \<w[a-z]*\>: 2-6
//! out: (): 0-0 0-0
//! out: a{3}: 0-3
//! out: *x: error 13 37 Invalid preceding regular expression
//! out: (a: error 8 18 Unmatched ( or \(
//! out: a): 0-2
//! out: [a: error 7 31 Unmatched [, [^, [:, [., or [=
//! out: a\{2: error 9 13 Unmatched \{
//! out: [b-a]: error 11 18 Invalid range end
//! out: \(a\)\2: error 6 23 Invalid back reference
//! out: [[:none:]]: error 4 29 Invalid character class name
//! out: a\: error 5 19 Trailing backslash

#include <regex.h>
#include <stdio.h>

static void try(const char *pattern, const char *text, int flags) {
    regex_t regex;
    regmatch_t m[3];
    int error = regcomp(&regex, pattern, flags);
    if (error != 0) {
        char words[80];
        size_t size = regerror(error, &regex, words, sizeof words);
        printf("%s: error %d %zu %s\n", pattern, error, size, words);
        return;
    }
    if (regexec(&regex, text, 3, m, 0) != 0) {
        printf("%s: no match\n", pattern);
    } else {
        printf("%s: %d-%d", pattern, (int)m[0].rm_so, (int)m[0].rm_eo);
        for (size_t i = 1; i <= regex.re_nsub && i < 3; i++)
            printf(" %d-%d", (int)m[i].rm_so, (int)m[i].rm_eo);
        printf("\n");
    }
    regfree(&regex);
}

int main(void) {
    try("abc", "xxabcxx", 0);
    try("a*", "baaa", 0);
    try("^a.*c$", "abbc", 0);
    try("a\\{2,3\\}", "caaaa", 0);
    try("\\(a\\)\\(b*\\)c", "xabbc", 0);
    try("\\(ab\\)\\1", "xababx", 0);
    try("*a", "b*a", 0);
    try("a\\|bc", "xbc", 0);
    try("[^[:digit:]a-c]\\+", "1ab-d!9", 0);
    try("(a|ab)(c|bcd)", "abcd", REG_EXTENDED);
    try("x+y?z{0,2}", "axxyzzz", REG_EXTENDED);
    try("(a|b)*c|d", "ababcd", REG_EXTENDED);
    try("^(#|$)", "# x", REG_EXTENDED);
    try("HELLO", "say hello", REG_ICASE);
    try("a.c", "a\nc", REG_NEWLINE);
    try("^b", "a\nb", REG_NEWLINE);
    try("\\<w[a-z]*\\>", "a word", 0);
    try("()", "x", REG_EXTENDED);
    try("a{3}", "aaaa", REG_EXTENDED);
    try("*x", "x", REG_EXTENDED);
    try("(a", "a", REG_EXTENDED);
    try("a)", "a)", REG_EXTENDED);
    try("[a", "a", 0);
    try("a\\{2", "aa", 0);
    try("[b-a]", "a", 0);
    try("\\(a\\)\\2", "aa", 0);
    try("[[:none:]]", "a", 0);
    try("a\\", "a", 0);
    return 0;
}
