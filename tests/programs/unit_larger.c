//! what: a pointer to the first member of a larger struct: what the code looks at behind it is there
//! entry: weigh
//! cover: branch 10/10
//! needs-contract: out-of-bounds 15 item points to at least 2 elements

struct item { int kind; };
struct heavy { struct item item; int weight; struct heavy *next; };

int weigh(const struct item *item) {
    if (!item)
        return 0;
    const struct heavy *heavy = (const struct heavy *)item;
    // An access that begins inside of the smaller struct, and ends behind it.
    const unsigned long *both = (const unsigned long *)item;
    if (*both == 0x700000002)
        return 1;
    if (heavy->weight == 9)
        return 2;
    if (item->kind == 3 && heavy->weight < 0)
        return 3;
    return 4;
}
