//! what: pointers to functions of types that the file has no function of; one gives out memory
//! entry: prepare
//! cover: branch 9/10
//! infeasible-left: 1

struct pool {
    void *(*allocate)(struct pool *pool, unsigned long size, const char *why);
    long (*used)(long block);
    int *block;
};

int prepare(struct pool *pool) {
    if (!pool || !pool->allocate || !pool->used)
        return -1;
    pool->block = pool->allocate(pool, 64, "first");
    if (!pool->block)
        return -2;
    pool->block[15] = 3;
    if (pool->block[14] != 0)
        return -3;
    return pool->used(64) == 1000;
}
