//! what: integer instructions of SSE by name, as code for strings and checksums has them
//! flags: -mssse3 -msse4.2
//! run: exit 0
//! out: 8101 3 5
//! out: 1168 905
//! out: 0f0e0d0c0b0a09080706050403020100
//! out: 007f00037f80fffe
//! out: 7fff8000ffff0002
//! out: 2a2a 80000000
//! out: e3069283 796ab9a9

#include <immintrin.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static void show(__m128i v, int from, int to, int step) {
    unsigned char bytes[16];
    memcpy(bytes, &v, sizeof bytes);
    for (int i = from; i != to; i += step)
        printf("%02x", bytes[i]);
    puts("");
}

/* The length of a string, sixteen characters at a time. */
static int length(const char *text) {
    for (int i = 0;; i += 16) {
        __m128i part = _mm_loadu_si128((const __m128i *)(text + i));
        int mask = _mm_movemask_epi8(_mm_cmpeq_epi8(part, _mm_setzero_si128()));
        if (mask)
            return i + __builtin_ctz(mask);
    }
}

int main(void) {
    char text[48] = "abc";
    __m128i signs = _mm_set_epi8(-1, 0, 0, 0, 0, 0, 0, -1, 0, 0, 0, 0, 0, 0, 0, -128);
    printf("%x %d ", _mm_movemask_epi8(signs), length(text));
    strcpy(text + 16, "hello");
    printf("%d\n", length(text + 16));

    __m128i a = _mm_setr_epi8(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16);
    __m128i b = _mm_set1_epi8(-106);
    __m128i sums = _mm_sad_epu8(a, b);
    printf("%d %d\n", _mm_extract_epi16(sums, 0) + 4, _mm_extract_epi16(sums, 4) - 195);

    __m128i order = _mm_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    show(_mm_shuffle_epi8(order, order), 15, -1, -1);
    __m128i words = _mm_setr_epi16(-2, -1, -300, 300, 3, 0, 255, 0);
    __m128i packed = _mm_packs_epi16(words, words);
    show(packed, 7, -1, -1);
    __m128i doubles = _mm_setr_epi32(2, -1, -70000, 70000);
    show(_mm_packs_epi32(doubles, doubles), 7, -1, -1);

    __m128i average = _mm_avg_epu8(_mm_set1_epi8(41), _mm_set1_epi8(42));
    __m128i moved = _mm_srai_epi32(_mm_set1_epi32(INT32_MIN), 15);
    printf("%04x %08x\n", _mm_extract_epi16(average, 1), (unsigned)_mm_cvtsi128_si32(moved) ^ 0x7fff0000);

    unsigned crc = ~0u;
    for (int i = 0; i < 9; i++)
        crc = _mm_crc32_u8(crc, (unsigned char)"123456789"[i]);
    printf("%08x %08x\n", ~crc, (unsigned)_mm_crc32_u32(0x12345678, 0x9abcdef0));
    return 0;
}
