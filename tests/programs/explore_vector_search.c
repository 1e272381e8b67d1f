//! what: a search through bytes by vectors of them, with a mask of what was found
//! entry: find
//! cover: branch 8/8

#include <emmintrin.h>

int find(const unsigned char *block) {
    if (!block)
        return -1;
    __m128i bytes = _mm_loadu_si128((const __m128i *)block);
    int mask = _mm_movemask_epi8(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('"')));
    if (!mask)
        return -2;
    if (__builtin_ctz(mask) == 11)
        return 1;
    if (mask & mask - 1)
        return 2;
    return 0;
}
