//! what: callbacks that give out memory, and that answer through a parameter
//! entry: prepare
//! cover: branch 9/10
//! infeasible-left: 1

struct pool {
    void *(*allocate)(struct pool *pool, unsigned long size, const char *why);
    void (*count)(const char *what, double weight, long *used);
    int *block;
};

int prepare(struct pool *pool) {
    long used = 0;
    if (!pool || !pool->allocate || !pool->count)
        return -1;
    pool->block = pool->allocate(pool, 64, "first");
    if (!pool->block)
        return -2;
    pool->block[15] = 3;
    if (pool->block[14] != 0)
        return -3;
    pool->count("blocks", 0.5, &used);
    return used == 1000;
}
