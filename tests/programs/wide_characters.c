//! what: multibyte and wide characters of the C locale
//! flags: -D_GNU_SOURCE
//! run: exit 0
//! out: 3 3
//! out: 3 abc
//! out: -1 1
//! out: 0 1 -2
//! out: 122 1
//! out: 1 0 81
//! out: 1 1
//! out: onetwo 0
//! out: 1 -1

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

int main(void) {
    wchar_t wide[8];
    char text[8];
    mbstate_t state;
    memset(&state, 0, sizeof state);
    printf("%zu %zu\n", mbstowcs(wide, "abc", 8), wcslen(wide));
    printf("%zu %s\n", wcstombs(text, wide, sizeof text), text);
    printf("%zd %d\n", mbrtowc(wide, "\xe4", 1, &state), errno == EILSEQ);
    printf("%zd %zd %zd\n", mbrtowc(wide, "", 1, &state), mbrtowc(wide, "x", 1, &state),
           mbrtowc(wide, "x", 0, &state));
    printf("%d %d\n", (int)btowc('z'), btowc(200) == WEOF);
    printf("%d %d %d\n", iswalpha(L'q') != 0, iswdigit(L'q') != 0, (int)towupper(L'q'));
    printf("%d %d\n", wcscmp(L"ab", L"ac") < 0,wcschr(L"hello", L'z') == NULL);
    wcscpy(wide, L"one");
    wcscat(wide, L"two");
    wcstombs(text, wide, sizeof text);
    printf("%s %d\n", text, wcsncmp(wide, L"onex", 3));
    printf("%d %d\n", wcwidth(L'a'), wcwidth(L'\n'));
    return 0;
}
