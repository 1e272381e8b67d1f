//! what: structs that lie in an array of bytes of the program's own
//! entry: used
//! cover: branch 6/6

static unsigned char memory[256];

struct block { unsigned short next, used; };

int used(const struct block *block) {
    unsigned long offset = (unsigned long)((const unsigned char *)block - memory);
    if (offset >= sizeof memory)
        return -1;
    const struct block *next = (const struct block *)(memory + block->next % 64 * 4);
    if (next->used == 7)
        return 1;
    if (next == block)
        return 2;
    return 0;
}
