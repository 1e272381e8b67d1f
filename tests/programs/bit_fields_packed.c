//! what: packed bit-fields that cross byte borders
//! run: exit 148
//! out: c9ab907856341283 8
//! out: 9 abc 1234567890 -1000

#include <stdio.h>
#include <string.h>

struct __attribute__((packed)) header {
    unsigned version : 4;
    unsigned length : 12;
    unsigned long long stamp : 37;
    int delta : 11;
};

int main(void) {
    struct header h;
    memset(&h, 0, sizeof h);
    h.version = 9;
    h.length = 0xabc;
    h.stamp = 0x1234567890ull & 0x1fffffffffull;
    h.delta = -1000;
    unsigned char raw[sizeof h];
    memcpy(raw, &h, sizeof h);
    for (size_t i = 0; i < sizeof h; i++)
        printf("%02x", raw[i]);
    printf(" %zu\n", sizeof h);
    printf("%u %x %llx %d\n", h.version, h.length, (unsigned long long)h.stamp, h.delta);
    return h.length % 200;
}
