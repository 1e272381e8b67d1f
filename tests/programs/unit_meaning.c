//! what: what is behind `void *` and declared-only structs, as the code that casts them means it
//! entry: handle
//! cover: branch 12/12

struct hidden;

struct request {
    struct hidden *state;
    void *data;
};

struct state {
    struct request *owner;
    int mode;
};

struct item {
    short key[40];
};

static int matches(const struct item *item) { return item->key[30] == 7; }

int handle(void *context) {
    struct request *request = context;
    if (!request || !request->state || !request->data)
        return -1;
    struct state *state = (struct state *)request->state;
    if (state->owner != request)
        return -2;
    if (state->mode == 1234)
        return 1;
    return matches(request->data) ? 2 : 3;
}
