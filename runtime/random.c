// Pseudo-random numbers, the same sequence as glibc's for every seed.
//
// random() is the additive feedback generator x[i] = x[i-3] + x[i-31] over 32-bit words, seeded
// by a Lehmer generator. The state is filled on the first use after a seed, so a symbolic seed
// makes symbolic numbers and no branch.

#include "assay.h"

enum { WORDS = 31, LAG = 3, WARM_UP = 310 };

static int32_t state[WORDS];
static unsigned front, rear;
static _Bool is_seeded;

static uint32_t next_word(void) {
    state[front] = (int32_t)((uint32_t)state[front] + (uint32_t)state[rear]);
    uint32_t word = (uint32_t)state[front];
    front = (front + 1) % WORDS;
    rear = (rear + 1) % WORDS;
    return word >> 1;
}

// One step of 16807·x mod 2^31 - 1 by Schrage's method, as glibc does it on signed words.
static int32_t lehmer(int32_t x) {
    int32_t word = (int32_t)(16807u * (uint32_t)(x % 127773) - 2836u * (uint32_t)(x / 127773));
    return (int32_t)__assay_select(word < 0, (uint64_t)((uint32_t)word + 2147483647u),
                                   (uint64_t)(uint32_t)word);
}

static void seed_state(uint32_t seed) {
    int32_t word = (int32_t)__assay_select(seed == 0, 1, seed);
    for (int i = 0; i < WORDS; i++) {
        state[i] = word;
        word = lehmer(word);
    }
    front = LAG;
    rear = 0;
    for (int i = 0; i < WARM_UP; i++)
        next_word();
    is_seeded = 1;
}

void srandom(unsigned seed) {
    seed_state(seed);
}

void srand(unsigned seed) {
    seed_state(seed);
}

long random(void) {
    if (!is_seeded)
        seed_state(1);
    return (long)next_word();
}

int rand(void) {
    return (int)random();
}

int rand_r(unsigned *seed) {
    uint32_t next = *seed, result = 0;
    for (int i = 0; i < 3; i++) {
        next = next * 1103515245u + 12345u;
        uint32_t bits = next >> 16;
        result = i == 0 ? bits % 2048 : (result << 10) ^ (bits % 1024);
    }
    *seed = next;
    return (int)result;
}

// The 48-bit linear congruence behind drand48 and its relatives.

static uint64_t congruence = 0x330eu;

static uint64_t next_congruence(void) {
    congruence = (congruence * 0x5deece66du + 0xbu) & 0xffffffffffffu;
    return congruence;
}

void srand48(long seed) {
    congruence = (uint64_t)(uint32_t)seed << 16 | 0x330eu;
}

double drand48(void) {
    return (double)next_congruence() / 281474976710656.0;
}

long lrand48(void) {
    return (long)(next_congruence() >> 17);
}

long mrand48(void) {
    return (long)(int32_t)(next_congruence() >> 16);
}
