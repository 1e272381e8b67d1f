/* String hashing into a chained table: words are generated, looked up by FNV-1a hash and compared byte by byte. Uses
 * pointers, structs and a bump allocator. */
#include <stdint.h>
#include <stdio.h>

#ifndef SCALE
#define SCALE 600000
#endif
#define BUCKETS 1024
#define POOL 4096
#define WORD 12

struct entry {
    struct entry *next;
    uint32_t hash;
    unsigned uses;
    char word[WORD];
};

static struct entry *buckets[BUCKETS];
static struct entry pool[POOL];
static int pool_used;

static uint32_t hash_of(const char *word) {
    uint32_t hash = 2166136261u;
    while (*word) hash = (hash ^ (unsigned char)*word++) * 16777619u;
    return hash;
}

static int same(const char *a, const char *b) {
    while (*a && *a == *b) a++, b++;
    return *a == *b;
}

static struct entry *find_or_add(const char *word) {
    uint32_t hash = hash_of(word);
    struct entry **link = &buckets[hash % BUCKETS];
    for (struct entry *entry = *link; entry; entry = entry->next)
        if (entry->hash == hash && same(entry->word, word)) return entry;
    if (pool_used == POOL) return 0;
    struct entry *fresh = &pool[pool_used++];
    fresh->next = *link;
    fresh->hash = hash;
    int i = 0;
    do fresh->word[i] = word[i];
    while (word[i++]);
    return *link = fresh;
}

static void make_word(char *word, uint32_t number) {
    int length = 0;
    do {
        word[length++] = (char)('a' + number % 17);
        number /= 17;
    } while (number && length < WORD - 1);
    word[length] = 0;
}

int main(void) {
    char word[WORD];
    uint32_t seed = 7, sum = 0;
    for (int i = 0; i < SCALE; i++) {
        seed = seed * 1664525u + 1013904223u;
        make_word(word, (seed >> 12) % 4000u * 2711u);
        struct entry *entry = find_or_add(word);
        if (!entry) return 1;
        sum = sum * 5u + ++entry->uses;
    }
    printf("strings %d %08x\n", pool_used, (unsigned)sum);
    return 0;
}
