//! what: ctype.h over all characters, as functions and as macros
//! run: exit 1
//! out: 52 10 62 6 26 26 32 95 94 33 22 2 .
//! out: 3862835584 -1 122
//! out: mIXED case 42!

#include <ctype.h>
#include <stdio.h>

int main(void) {
    int counts[12] = {0};
    int (*const tests[])(int) = {isalpha, isdigit, isalnum, isspace, isupper, islower,
                                 ispunct, isprint, isgraph, iscntrl, isxdigit, isblank};
    for (int c = -1; c < 256; c++)
        for (int k = 0; k < 12; k++)
            counts[k] += tests[k](c) != 0;
    for (int k = 0; k < 12; k++)
        printf("%d ", counts[k]);
    printf(".\n");
    unsigned mixed = 0;
    for (int c = 0; c < 128; c++)
        mixed = mixed * 31 + (unsigned)toupper(c) + 2 * (unsigned)tolower(c) + (isalpha(c) ? 1u : 0u);
    printf("%u %d %d\n", mixed, toupper(EOF), tolower('Z'));
    const char *text = "Mixed CASE 42!";
    for (const char *p = text; *p; p++)
        putchar(isupper((unsigned char)*p) ? tolower(*p) : toupper(*p));
    putchar('\n');
    return isdigit('7') != 0;
}
