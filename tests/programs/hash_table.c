//! what: open addressing over string keys
//! run: exit 3
//! out: 2 3 1 7

#include <stdio.h>
#include <string.h>

struct slot { const char *key; int count; };

static struct slot table[32];

static struct slot *lookup(const char *key) {
    unsigned h = 5381;
    for (const char *p = key; *p; p++)
        h = h * 33 ^ (unsigned char)*p;
    while (table[h % 32].key && strcmp(table[h % 32].key, key) != 0)
        h++;
    table[h % 32].key = key;
    return &table[h % 32];
}

int main(void) {
    static const char *const words[] = {"to", "be", "or", "not", "to", "be", "that", "is", "the", "be"};
    for (int i = 0; i < 10; i++)
        lookup(words[i])->count++;
    int used = 0;
    for (int i = 0; i < 32; i++)
        used += table[i].key != NULL;
    printf("%d %d %d %d\n", lookup("to")->count, lookup("be")->count, lookup("the")->count, used);
    return lookup("be")->count;
}
