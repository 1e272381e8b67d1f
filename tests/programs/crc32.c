//! what: table-driven checksum over a buffer
//! run: exit 0
//! out: cbf43926 6fcf9e13

#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint32_t table[256];

static void prepare(void) {
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t c = i;
        for (int k = 0; k < 8; k++)
            c = c & 1 ? c >> 1 ^ 0xedb88320u : c >> 1;
        table[i] = c;
    }
}

static uint32_t crc(const void *p, size_t n) {
    const uint8_t *b = p;
    uint32_t c = ~0u;
    while (n-- > 0)
        c = table[(c ^ *b++) & 255] ^ c >> 8;
    return ~c;
}

int main(void) {
    prepare();
    const char *s = "123456789";
    printf("%08x %08x\n", crc(s, strlen(s)), crc(table, sizeof table));
    return crc(s, 0) != 0;
}
