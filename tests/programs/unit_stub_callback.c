//! what: a pointer to a function of which there is none in the program: one that returns anything
//! entry: filter
//! cover: branch 8/8
//! needs-contract: null-dereference 17 handler.accept is not null

struct handler {
    int (*accept)(const char *text, int length);
    double (*rate)(void);
};

struct handler handlers[2];

int filter(struct handler handler, int length) {
    if (length < 0)
        return -1;
    // The pointer itself is not looked at.
    if (handler.accept("abc", length) == 77)
        return 1;
    if (handler.rate && handler.rate() > 0.5)
        return 2;
    return 0;
}
