//! what: an array without a size at the end of a struct: its elements are there, pointers and structs too
//! entry: child_of
//! cover: branch 24/24
//! own: branch 18/18
//! needs-contract: out-of-bounds 21 key stays within what tree points to
//! needs-contract: out-of-bounds 26 old points to at least 3 elements
//! needs-contract: out-of-bounds 30 forest points to at least 4 elements

struct leaf { int kind; const char *name; };
struct tree { short count; char is_leaf; struct tree *children[]; };
struct forest { unsigned count; char mark; struct leaf leaves[]; };
struct old { int size; int items[1]; };

static int first_named(const struct forest *forest);

int child_of(const struct tree *tree, int key, const struct forest *forest, const struct old *old) {
    if (!tree || !forest || !old)
        return -1;
    if (key < 0 || key >= tree->count)
        return first_named(forest);
    const struct tree *child = tree->children[key];
    if (!child)
        return 2;
    if (child->count == 5 && tree->children[1] == child)
        return 3;
    return old->items[3] == 77 ? 4 : 5;
}

static int first_named(const struct forest *forest) {
    if (forest->leaves[1].kind != 3)
        return 0;
    return forest->leaves[1].name && forest->leaves[1].name[0] == 'x';
}
