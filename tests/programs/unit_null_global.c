//! what: a global pointer that is null at first points elsewhere too, though it is never tested; a typedef and its tag are one type
//! entry: preempts
//! cover: branch 4/4
//! needs-contract: null-dereference 20 current is not null

struct task {
    unsigned char priority;
    int state;
};

typedef struct task Task;

Task *current = 0;

int preempts(struct task *next, unsigned char limit) {
    if (next == current)
        return 0;
    if (!next)
        return -1;
    return limit > current->priority;
}
