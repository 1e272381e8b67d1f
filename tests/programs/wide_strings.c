//! what: wide and Unicode literals, escapes, string concatenation
//! run: exit 120
//! out: 4 e9 20ac
//! out: d83d de00 !
//! out: 1f600 8
//! out: e282ac concatAB	|
//! out: -1 11

#include <stdio.h>
#include <uchar.h>
#include <wchar.h>

int main(void) {
    wchar_t wide[] = L"a\u00e9\u20ac";
    char16_t sixteen[] = u"\U0001F600!";
    char32_t thirtytwo[] = U"\U0001F600";
    char utf8[] = u8"\u20ac";
    printf("%zu %x %x\n", sizeof wide / sizeof *wide, (unsigned)wide[1], (unsigned)wide[2]);
    printf("%x %x %c\n", sixteen[0], sixteen[1], sixteen[2]);
    printf("%x %zu\n", (unsigned)thirtytwo[0], sizeof thirtytwo);
    for (char *p = utf8; *p; p++)
        printf("%02x", (unsigned char)*p);
    printf(" %s\n", "con" "cat" "\x41\102\t|");
    printf("%d %zu\n", '\377', sizeof "nul\0inside");
    return L'x';
}
