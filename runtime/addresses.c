// Internet addresses of version 4 as text. Those of version 6 end the path.

#include "assay.h"

enum { AF_INET = 2, EAFNOSUPPORT = 97, ENOSPC = 28, SHORTEST_ROOM = 16 };

unsigned long strtoul(const char *s, char **end, int base);
int snprintf(char *to, size_t size, const char *format, ...);

static uint32_t in_network_order(uint32_t address) {
    return address >> 24 | (address >> 8 & 0xff00) | (address << 8 & 0xff0000) | address << 24;
}

static _Bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

// One to four numbers in any of C's notations; the last one fills what is left.
int inet_aton(const char *text, uint32_t *into) {
    uint32_t address = 0;
    for (int part = 0; part < 4; part++) {
        if (!is_digit(*text))
            return 0;
        char *end;
        unsigned long number = strtoul(text, &end, 0);
        if (*end != '.' || part == 3) {
            unsigned bits = 32 - 8 * (unsigned)part;
            _Bool is_end = *end == 0 || *end == ' ' || (*end >= '\t' && *end <= '\r');
            if (!is_end || number > (0xffffffffu >> (32 - bits)))
                return 0;
            if (into != NULL)
                *into = in_network_order(address | (uint32_t)number);
            return 1;
        }
        if (number > 255)
            return 0;
        address |= (uint32_t)number << (24 - 8 * part);
        text = end + 1;
    }
    return 0;
}

uint32_t inet_addr(const char *text) {
    uint32_t address;
    return inet_aton(text, &address) ? address : 0xffffffffu;
}

// Four decimal numbers of up to three digits, without zeros in front.
int inet_pton(int family, const char *text, void *into) {
    if (family != AF_INET)
        __assay_unsupported("'inet_pton' of another family than AF_INET");
    unsigned char address[4];
    for (int part = 0; part < 4; part++) {
        unsigned number = 0;
        int digits = 0;
        for (; is_digit(*text); text++) {
            if (digits > 0 && number == 0)
                return 0;
            number = number * 10 + (unsigned)(*text - '0');
            if (number > 255)
                return 0;
            digits++;
        }
        if (digits == 0 || *text != (part < 3 ? '.' : 0))
            return 0;
        text++;
        address[part] = (unsigned char)number;
    }
    memcpy(into, address, sizeof address);
    return 1;
}

const char *inet_ntop(int family, const void *address, char *to, unsigned room) {
    if (family != AF_INET)
        __assay_unsupported("'inet_ntop' of another family than AF_INET");
    const unsigned char *part = address;
    char text[SHORTEST_ROOM];
    int length = snprintf(text, sizeof text, "%u.%u.%u.%u", part[0], part[1], part[2], part[3]);
    if ((unsigned)length >= room) {
        errno = ENOSPC;
        return NULL;
    }
    memcpy(to, text, (size_t)length + 1);
    return to;
}

char *inet_ntoa(uint32_t address) {
    static char text[SHORTEST_ROOM];
    return (char *)inet_ntop(AF_INET, &address, text, sizeof text);
}
