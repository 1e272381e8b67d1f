//! what: a size that the machine fixes on each path, and what is asked of it later: the values that matter are found
//! options: --iterations 400
//! cover: branch 10/10

#include <stdlib.h>
#include <string.h>
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned size = __VERIFIER_nondet_uint();
    if (size > 60000)
        return 4;
    char *text = malloc(size + 1);
    memset(text, 'x', size);
    text[size] = (char)size;
    if (size == 31777)
        return 1;
    if (text[size] == 9 && size > 52000)
        return 2;
    if (size % 1000 == 999)
        return 3;
    return 0;
}
