//! what: stores and reads at an input's index, of which none meets memory that was never written
//! cover: branch 4/6
//! infeasible-left: 2

#include <stdlib.h>
#include <string.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    char text[2] = {(char)__VERIFIER_nondet_int(), 0};
    char *copy = malloc(strlen(text) + 1);
    if (!copy)
        return 1;
    strcpy(copy, text);
    size_t length = strlen(copy);
    char *longer = realloc(copy, length + 2);
    longer[length] = 'x';
    longer[length + 1] = 0;
    if (longer[0] == 'x')
        return 2;
    if (strlen(longer) == 2)
        return 3;
    return 0;
}
