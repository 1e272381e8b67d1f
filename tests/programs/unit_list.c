//! what: a function with a pointer to a list as the unit, which may be a ring; a variable of the program is an input too
//! entry: find
//! options: --iterations 60
//! cover: branch 6/6
//! needs-contract: timeout 15 list2.next does not lead back by list2
struct node {
    int value;
    struct node *next;
};

int mode = 3;

static int contains(const struct node *list, int key) {
    for (; list; list = list->next)
        if (list->value == key)
            return 1;
    return 0;
}

int find(struct node *list, int key) {
    if (mode == 7)
        return -1;
    return contains(list, key);
}
