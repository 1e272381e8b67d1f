//! what: pointers that are null: in a copy, with a member far behind, and where the program asserts
//! entry: store
//! cover: branch 10/10
//! needs-contract: assertion 18 table is not null
//! needs-contract: null-dereference 24 from is not null
//! needs-contract: null-dereference 27 target is not null
//! needs-contract: out-of-bounds 27 target points to at least 4 elements
//! needs-contract: out-of-bounds 30 other is not null
#include <assert.h>
#include <string.h>

struct table {
    char room[6000];
    int count;
};

int store(struct table *table, struct table *other, const char *from, char *target, int how) {
    assert(table);
    if (how == 1)
        return table->count;

    // The other side of the copy is fine.
    if (how == 2)
        memcpy(table->room, from, 4);

    if (how == 3)
        memcpy(target, table->room, 4);

    if (how == 4)
        return other->count;
    return 0;
}
