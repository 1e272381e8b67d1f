//! what: structs of 1 to 40 bytes as arguments and results
//! run: exit 136
//! out: 200 13 48
//! out: 58 182 244
//! out: 546 968 1105
//! out: 4732 1

#include <stdio.h>

#define SIZED(n)                            \
    struct s##n {                           \
        unsigned char b[n];                 \
    };                                      \
    static struct s##n fill##n(int seed) {  \
        struct s##n s;                      \
        for (int i = 0; i < n; i++)         \
            s.b[i] = (unsigned char)(seed + i * 7); \
        return s;                           \
    }                                       \
    static int sum##n(struct s##n s) {      \
        int total = 0;                      \
        for (int i = 0; i < n; i++)         \
            total += s.b[i];                \
        s.b[0] = 0;                         \
        return total;                       \
    }

SIZED(1)
SIZED(2)
SIZED(3)
SIZED(4)
SIZED(7)
SIZED(8)
SIZED(12)
SIZED(16)
SIZED(17)
SIZED(40)

int main(void) {
    struct s40 keep = fill40(1);
    printf("%d %d %d\n", sum1(fill1(200)), sum2(fill2(3)), sum3(fill3(9)));
    printf("%d %d %d\n", sum4(fill4(4)), sum7(fill7(5)), sum8(fill8(6)));
    printf("%d %d %d\n", sum12(fill12(7)), sum16(fill16(8)), sum17(fill17(9)));
    printf("%d %d\n", sum40(keep), keep.b[0]);
    return sum16(fill16(100)) % 256;
}
