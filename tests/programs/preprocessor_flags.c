//! what: -D and -std reach the compiler
//! flags: -DNAME=given -DLEVEL=7 -std=c17
//! run: exit 7
//! out: given 7 201710

#include <stdio.h>

#define TEXT_OF(x) #x
#define TEXT(x) TEXT_OF(x)

int main(void) {
    printf("%s %d %ld\n", TEXT(NAME), LEVEL, __STDC_VERSION__);
    return LEVEL;
}
