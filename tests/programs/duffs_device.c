//! what: a switch that jumps into a loop
//! run: exit 0
//! out: a
//! out: abcd
//! out: abcdefg
//! out: abcdefghij

#include <stdio.h>

static void copy(char *to, const char *from, int count) {
    int rounds = (count + 3) / 4;
    switch (count % 4) {
    case 0:
        do {
            *to++ = *from++; /* fall through */
    case 3:
            *to++ = *from++; /* fall through */
    case 2:
            *to++ = *from++; /* fall through */
    case 1:
            *to++ = *from++;
        } while (--rounds > 0);
    }
}

int main(void) {
    char to[16] = "";
    for (int n = 1; n < 12; n += 3) {
        copy(to, "abcdefghijklmnop", n);
        to[n] = 0;
        puts(to);
    }
    return 0;
}
