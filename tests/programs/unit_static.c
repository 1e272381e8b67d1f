//! what: a static function as the unit, in a program with a main of its own; it frees what it is given
//! entry: drop
//! cover: branch 6/6

#include <stdlib.h>

struct box {
    int *contents;
    int is_full;
};

static int drop(struct box *box) {
    if (!box)
        return 0;
    int was_full = box->is_full;
    if (was_full)
        free(box->contents);
    if (was_full == 42)
        was_full = 2;
    free(box);
    return was_full;
}

int main(void) {
    return drop(calloc(1, sizeof(struct box)));
}
