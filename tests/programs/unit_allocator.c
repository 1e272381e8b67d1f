//! what: a pointer to a function of a type that the file has no function of
//! entry: prepare
//! cover: branch 10/10

struct pool {
    long (*allocate)(struct pool *pool, unsigned long size, const char *why);
    void (*release)(long block);
    long block;
};

int prepare(struct pool *pool, int twice) {
    if (!pool || !pool->allocate || !pool->release)
        return -1;
    pool->block = pool->allocate(pool, 64, "first");
    if (pool->block == 1000)
        return 1;
    if (twice)
        pool->release(pool->block);
    return 0;
}
