//! what: a union is made as each of its members that needs objects of its own
//! entry: total
//! cover: branch 20/20
//! needs-contract: null-dereference 29 value1.as holds the member that is used
//! needs-contract: null-dereference 32 value1.as holds the member that is used

struct item {
    int weight;
    struct item *next;
};

struct value {
    int kind;
    union {
        long number;
        const char *text;
        struct item *items;
    } as;
};

int total(const struct value *value) {
    if (!value)
        return -1;
    if (value->kind == 1)
        return value->as.number == 77 ? 1 : 2;
    if (value->kind == 2) {
        if (!value->as.text)
            return 3;
        return value->as.text[0] == 'x' && value->as.text[1] == 'y' ? 4 : 5;
    }
    if (value->kind == 3 && value->as.items)
        return value->as.items->weight == 10 ? 7 : 8;
    return 6;
}
