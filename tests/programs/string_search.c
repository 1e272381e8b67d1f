//! what: searching strings and blocks
//! run: exit 10
//! out: 4 41 -1 43
//! out: 16 0 -1
//! out: 4 18 8
//! out: 37 -1
//! out: 35 10
//! out: 43 31

#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

static long at(const char *base, const char *found) { return found ? found - base : -1; }

int main(void) {
    const char *s = "the quick brown fox jumps over the lazy dog";
    printf("%ld %ld %ld %ld\n", at(s, strchr(s, 'q')), at(s, strrchr(s, 'o')), at(s, strchr(s, 'Q')), at(s, strchr(s, 0)));
    printf("%ld %ld %ld\n", at(s, strstr(s, "fox")), at(s, strstr(s, "")), at(s, strstr(s, "foxy")));
    printf("%zu %zu %ld\n", strspn(s, "eht "), strcspn(s, "xyz"), at(s, strpbrk(s, "jkl")));
    printf("%ld %ld\n", at(s, memchr(s, 'z', 43)), at(s, memchr(s, 'z', 10)));
    printf("%ld %ld\n", at(s, memmem(s, 43, "lazy", 4)), at(s, strcasestr(s, "BROWN")));
    printf("%ld %ld\n", at(s, strchrnul(s, '!')), at(s, memrchr(s, 't', 43)));
    return (int)strcspn(s, "b");
}
