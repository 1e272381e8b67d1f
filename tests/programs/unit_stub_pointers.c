//! what: what an undefined function returns and fills is an input though there are pointers and bit-fields in it
//! entry: receive
//! cover: branch 6/6

struct buffer {
    struct buffer *next;
    void *payload;
    unsigned flags : 3;
    unsigned short length;
};

struct buffer *take_buffer(int size);
void look(struct buffer *buffer);

int receive(int size) {
    struct buffer *taken = take_buffer(size);
    struct buffer seen = {0};
    if (!taken)
        return -1;
    if (taken->length >= 100)
        return 1;
    look(&seen);
    if (seen.length == 7)
        return 2;
    return 0;
}
