//! what: strverscmp orders numbers inside names
//! flags: -D_GNU_SOURCE
//! run: exit 0
//! out: =<<<<<<<<><><<
//! out: >=<<<<<<<><><<
//! out: >>=<<<<<<><><>
//! out: >>>=<<<<<><><>
//! out: >>>>=<<<<><><>
//! out: >>>>>=<<<><><>
//! out: >>>>>>=<<><>>>
//! out: >>>>>>>=<><>>>
//! out: >>>>>>>>=><>>>
//! out: <<<<<<<<<=<><<
//! out: >>>>>>>>>>=>>>
//! out: <<<<<<<<<<<=<<
//! out: >>>>>><<<><>=>
//! out: >><<<<<<<><><=

#include <stdio.h>
#include <string.h>

int main(void) {
    static const char *const names[] = {"a000", "a00", "a01", "a010", "a09", "a0", "a1",
                                        "a9",   "a10", "a",   "b",    "",    "a0b", "a00b"};
    enum { COUNT = sizeof names / sizeof *names };
    for (int i = 0; i < COUNT; i++) {
        for (int k = 0; k < COUNT; k++) {
            int order = strverscmp(names[i], names[k]);
            putchar(order < 0 ? '<' : order > 0 ? '>' : '=');
        }
        putchar('\n');
    }
    return 0;
}
