//! what: switch on char, short, long long, unsigned and enum; ranges; fall through
//! run: exit 5
//! out: 1 2 3 4
//! out: 1 2 3 4
//! out: 111 11 1 -1 0
//! out: red green other

#include <stdio.h>

enum colour { RED, GREEN = 5, BLUE };

static int on_char(char c) {
    switch (c) {
    case 'a' ... 'f': return 1;
    case '0': case '1': return 2;
    case -1: return 3;
    default: return 4;
    }
}

static int on_wide(long long v) {
    switch (v) {
    case 0x100000000LL: return 1;
    case -0x100000000LL: return 2;
    case 0: return 3;
    }
    return 4;
}

static int on_unsigned(unsigned v) {
    int n = 0;
    switch (v) {
    case 4294967295u: n += 100; /* fall through */
    case 7: n += 10; /* fall through */
    case 8: n += 1; break;
    case 9: n = -1;
    }
    return n;
}

static const char *on_enum(enum colour c) {
    switch (c) {
    case RED: return "red";
    case GREEN: return "green";
    default: return "other";
    }
}

int main(void) {
    printf("%d %d %d %d\n", on_char('c'), on_char('1'), on_char((char)255), on_char('z'));
    printf("%d %d %d %d\n", on_wide(1LL << 32), on_wide(-(1LL << 32)), on_wide(0), on_wide(1));
    printf("%d %d %d %d %d\n", on_unsigned(-1u), on_unsigned(7), on_unsigned(8), on_unsigned(9), on_unsigned(1));
    printf("%s %s %s\n", on_enum(RED), on_enum(GREEN), on_enum(BLUE));
    return on_char('b') + on_wide(5);
}
