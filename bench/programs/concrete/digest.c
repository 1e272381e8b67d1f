/* A SHA-256 style compression over a generated message: 32-bit rotations, additions and a 64-word schedule. The round
 * constants are generated (an LCG), so the digest is not SHA-256; the work per byte is the same. */
#include <stdint.h>
#include <stdio.h>

#ifndef SCALE
#define SCALE 16384
#endif
#define ROUNDS 64

static uint32_t constants[ROUNDS];

static uint32_t rotate_right(uint32_t value, int count) { return value >> count | value << (32 - count); }

static void fill_constants(void) {
    uint32_t seed = 0x9E3779B9u;
    for (int i = 0; i < ROUNDS; i++) constants[i] = seed = seed * 747796405u + 2891336453u;
}

static void expand(uint32_t schedule[ROUNDS], const unsigned char *block) {
    for (int i = 0; i < 16; i++)
        schedule[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 | (uint32_t)block[4 * i + 2] << 8 |
                      block[4 * i + 3];
    for (int i = 16; i < ROUNDS; i++) {
        uint32_t early = schedule[i - 15], late = schedule[i - 2];
        uint32_t small0 = rotate_right(early, 7) ^ rotate_right(early, 18) ^ early >> 3;
        uint32_t small1 = rotate_right(late, 17) ^ rotate_right(late, 19) ^ late >> 10;
        schedule[i] = schedule[i - 16] + small0 + schedule[i - 7] + small1;
    }
}

static void compress(uint32_t state[8], const unsigned char *block) {
    uint32_t schedule[ROUNDS], work[8];
    expand(schedule, block);
    for (int i = 0; i < 8; i++) work[i] = state[i];
    for (int i = 0; i < ROUNDS; i++) {
        uint32_t big1 = rotate_right(work[4], 6) ^ rotate_right(work[4], 11) ^ rotate_right(work[4], 25);
        uint32_t choice = (work[4] & work[5]) ^ (~work[4] & work[6]);
        uint32_t first = work[7] + big1 + choice + constants[i] + schedule[i];
        uint32_t big0 = rotate_right(work[0], 2) ^ rotate_right(work[0], 13) ^ rotate_right(work[0], 22);
        uint32_t majority = (work[0] & work[1]) ^ (work[0] & work[2]) ^ (work[1] & work[2]);
        for (int j = 7; j > 0; j--) work[j] = work[j - 1];
        work[4] += first;
        work[0] = first + big0 + majority;
    }
    for (int i = 0; i < 8; i++) state[i] += work[i];
}

int main(void) {
    uint32_t state[8] = {1, 2, 3, 4, 5, 6, 7, 8}, seed = 99;
    unsigned char block[64];
    fill_constants();
    for (int count = 0; count < SCALE; count++) {
        for (int i = 0; i < 64; i++) {
            seed = seed * 1664525u + 1013904223u;
            block[i] = (unsigned char)(seed >> 24);
        }
        compress(state, block);
    }
    printf("digest %08x%08x\n", (unsigned)state[0], (unsigned)state[7]);
    return 0;
}
