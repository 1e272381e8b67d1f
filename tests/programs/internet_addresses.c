//! what: internet addresses and device numbers as text and numbers
//! flags: -D_GNU_SOURCE
//! run: exit 0
//! out: 1 1.2.3.4 1 4 4030201
//! out: 1 1.2.0.3 0 0 3000201
//! out: 1 127.0.0.1 0 0 100007f
//! out: 0 0.0.0.0 0 0 ffffffff
//! out: 0 0.0.0.0 0 0 ffffffff
//! out: 1 1.2.3.4 0 0 4030201
//! out: 0 0.0.0.0 0 0 ffffffff
//! out: 1 1.2.3.4 0 0 4030201
//! out: 1 1.1.0.0 0 0 101
//! out: 1 1.2.255.255 0 0 ffff0201
//! out: 1 255.255.255.255 0 0 ffffffff
//! out: 1
//! out: 120006783459a 12345 6789a

#include <arpa/inet.h>
#include <stdio.h>
#include <sys/sysmacros.h>

int main(void) {
    static const char *const texts[] = {"1.2.3.4", "1.2.3",     "0x7f.1",    "256.1.1.1",
                                        "1.2.3.x", "1.2.3.4 x", "",          "01.02.3.4",
                                        "1.65536", "1.2.65535", "4294967295"};
    for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct in_addr address = {0};
        unsigned char parts[4] = {0};
        int is_address = inet_aton(texts[i], &address);
        int is_plain = inet_pton(AF_INET, texts[i], parts);
        printf("%d %s %d %d %x\n", is_address, inet_ntoa(address), is_plain, parts[3],
               inet_addr(texts[i]));
    }
    char small[4];
    printf("%d\n", inet_ntop(AF_INET, "abcd", small, sizeof small) == NULL);
    unsigned long long device = makedev(0x12345, 0x6789a);
    printf("%llx %x %x\n", device, major(device), minor(device));
    return 0;
}
