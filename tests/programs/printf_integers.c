//! what: every integer conversion with flags, width, precision and length
//! run: exit 7
//! out: [42] [   42] [42   ] [00042] [+42] [ 42]
//! out: [007] [    -007] [007     ] [+] []
//! out: [beef] [BEEF] [0xff] [0x000000ff] [010] [10]
//! out: [44] [1] [-1] [18446744073709551615]
//! out: [4] [-3] [-5]
//! out: [     1] [2     ] [0003]
//! out: [a] [  b] [c  ] [%]
//! out: [4294967295] [-2147483648] [9223372036854775808]
//! out: [(nil)]
//! out: 123456
//! out: 6 7

#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>

int main(void) {
    printf("[%d] [%5d] [%-5d] [%05d] [%+d] [% d]\n", 42, 42, 42, 42, 42, 42);
    printf("[%.3d] [%8.3d] [%-8.3d] [%+.0d] [%.0d]\n", 7, -7, 7, 0, 0);
    printf("[%x] [%X] [%#x] [%#010x] [%#o] [%o]\n", 48879, 48879, 255, 255, 8, 8);
    printf("[%hhd] [%hu] [%ld] [%llu]\n", 300, 65537, -1L, 18446744073709551615ull);
    printf("[%zu] [%td] [%jd]\n", sizeof(int), (ptrdiff_t)-3, (intmax_t)-5);
    printf("[%*d] [%-*d] [%.*d]\n", 6, 1, 6, 2, 4, 3);
    printf("[%c] [%3c] [%-3c] [%%]\n", 'a', 'b', 'c');
    printf("[%u] [%i] [%" PRIu64 "]\n", -1, -2147483647 - 1, UINT64_C(1) << 63);
    printf("[%p]\n", (void *)0);
    int n;
    int count = printf("%d%n\n", 123456, &n);
    printf("%d %d\n", n, count);
    return count;
}
