//! what: links of lists that name a part of another object, of the same one, or a variable of the program
//! entry: follow
//! cover: branch 12/12

struct link { struct link *next, *before; };
struct task { int priority; struct link link; char name[8]; };

static struct link ready;

int follow(const struct task *one, const struct task *other) {
    if (!one || !other)
        return -1;
    if (one->link.next == &other->link)
        return 1;
    if (one->link.next == &one->link)
        return 2;
    if (one->link.before == &ready)
        return 3;
    if (one->link.before == other->link.before)
        return 4;
    return 0;
}
