/* Table-driven CRC-32 (reflected polynomial 0xEDB88320) over a generated buffer, several passes. */
#include <stdint.h>
#include <stdio.h>

#ifndef SCALE
#define SCALE 320
#endif
#define BUFFER_SIZE 65536

static uint32_t table[256];
static unsigned char buffer[BUFFER_SIZE];

static void fill_table(void) {
    for (uint32_t index = 0; index < 256; index++) {
        uint32_t value = index;
        for (int bit = 0; bit < 8; bit++) value = value & 1 ? value >> 1 ^ 0xEDB88320u : value >> 1;
        table[index] = value;
    }
}

static void fill_buffer(void) {
    uint32_t seed = 12345;
    for (int i = 0; i < BUFFER_SIZE; i++) {
        seed = seed * 1103515245u + 12345u;
        buffer[i] = (unsigned char)(seed >> 16);
    }
}

static uint32_t checksum(uint32_t start, const unsigned char *bytes, int count) {
    uint32_t value = ~start;
    for (int i = 0; i < count; i++) value = table[(value ^ bytes[i]) & 0xFF] ^ value >> 8;
    return ~value;
}

int main(void) {
    fill_table();
    fill_buffer();
    uint32_t value = 0;
    for (int pass = 0; pass < SCALE; pass++) value = checksum(value, buffer, BUFFER_SIZE);
    printf("crc32 %08x\n", (unsigned)value);
    return 0;
}
