//! what: a union of a pointer and a number, read as a number: what only an address reached is looked for again
//! entry: register_of
//! cover: branch 10/10

union content {
    int number;
    const char *text;
};

struct expression {
    int kind;
    union content content;
};

int register_of(const struct expression *expression, int active) {
    if (!expression)
        return -1;
    if (expression->kind == 3) {
        if (expression->content.number == active)
            return 1;
        return expression->content.number > 0x12345678 ? 2 : 3;
    }
    return expression->kind == 4 ? 4 : 5;
}
