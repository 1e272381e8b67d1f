//! what: wide strings, numbers, classes by name and formatted output
//! flags: -D_GNU_SOURCE
//! run: exit 0
//! out: 20
//! out: 42 ab cd  2.50|x   |
//! out: -1
//! out: a
//! out: bc
//! out: d
//! out: 3 3 4
//! out: llo
//! out: abd
//! out: 1
//! out: -12 120
//! out: 255
//! out: 1 0 1
//! out: copyca
//! out: 0 1

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>
#include <wctype.h>

static void show(const wchar_t *text) {
    for (; *text; text++)
        putchar(*text);
    putchar('\n');
}

int main(void) {
    wchar_t text[64];
    printf("%d\n", swprintf(text, 64, L"%d %s %ls %5.2f|%-4c|", 42, "ab", L"cd", 2.5, 'x'));
    show(text);
    printf("%d\n", swprintf(text, 4, L"%d", 123456));
    wchar_t list[] = L"a,bc;;d", *rest;
    for (wchar_t *word = wcstok(list, L",;", &rest); word; word = wcstok(NULL, L",;", &rest))
        show(word);
    printf("%zu %zu %zu\n", wcsspn(L"aabc", L"ab"), wcscspn(L"xyzb", L"ab"), wcsnlen(L"abcdef", 4));
    show(wcspbrk(L"hello", L"lo"));
    show(wcsstr(L"abcabd", L"abd"));
    printf("%d\n", wcsstr(L"abc", L"x") == NULL);
    wchar_t *end;
    long number = wcstol(L" -12x", &end, 10);
    printf("%ld %d\n", number, (int)*end);
    printf("%lu\n", wcstoul(L"0xff", &end, 0));
    printf("%d %d %d\n", iswctype(L'a', wctype("alpha")) != 0, iswctype(L'1', wctype("alpha")) != 0,
           wctype("nope") == 0);
    wchar_t *copy = wcsdup(L"copy");
    show(wcsncat(wcscpy(text, copy), L"cat", 2));
    free(copy);
    printf("%d %d\n", wcscasecmp(L"ABC", L"abc"), wmemcmp(L"ab", L"ac", 2) < 0);
    return 0;
}
