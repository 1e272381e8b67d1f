//! what: undefined functions return and fill structs with pointers, as parameters are made
//! entry: next_packet
//! cover: branch 20/20

struct buf {
    struct buf *next;
    void *payload;
    unsigned short len;
};

struct item {
    struct item *next;
    int value;
};

struct list {
    struct item *head;
    int count;
};

struct buf *buf_alloc(int size);
void list_init(struct list *list, int kind);
const char *name_of(int kind);

int next_packet(int kind) {
    struct list list;
    struct buf *p = buf_alloc(kind);
    if (!p)
        return -1;
    if (p->len >= 100)
        return 1;
    if (p->next && p->next->len == 7)
        return 2;
    list_init(&list, kind);
    if (list.count > 3)
        return 3;
    if (list.head && list.head->next && list.head->next->value == 4)
        return 4;
    const char *name = name_of(kind);
    return name && name[0] == 'x' ? 5 : 0;
}
