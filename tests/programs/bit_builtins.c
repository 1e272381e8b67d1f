//! what: popcount, clz, ctz, parity, ffs, bswap, bit reverse, rotate
//! run: exit 16
//! out: 7 8 0 1 9
//! out: 2 1 4 0
//! out: 3412 01a0f000 1000000000000080
//! out: c8 80050f00
//! out: 0a00100f c0
//! out: 28

#include <stdint.h>
#include <stdio.h>

int main(void) {
    unsigned v = 0x00f0a001;
    uint64_t w = 0x8000000000000010ull;
    printf("%d %d %d %d %d\n", __builtin_popcount(v), __builtin_clz(v), __builtin_ctz(v),
           __builtin_parity(v), __builtin_ffs(0x500));
    printf("%d %d %d %d\n", __builtin_popcountll(w), __builtin_clzll(w >> 1), __builtin_ctzll(w),
           __builtin_ffsll(0));
    printf("%04x %08x %016llx\n", __builtin_bswap16(0x1234), __builtin_bswap32(v),
           (unsigned long long)__builtin_bswap64(w));
    printf("%02x %08x\n", __builtin_bitreverse8(0x13), __builtin_bitreverse32(v));
    printf("%08x %02x\n", __builtin_rotateleft32(v, 12), __builtin_rotateright8(0x81, 1));
    printf("%d\n", __builtin_clrsb(-5));
    return __builtin_popcount(0xffff);
}
