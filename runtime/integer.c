// Integer arithmetic of stdlib.h. Straight-line code: nothing here splits a path.

#include "assay.h"

int abs(int v) {
    return v < 0 ? -v : v;
}

long labs(long v) {
    return v < 0 ? -v : v;
}

long long llabs(long long v) {
    return v < 0 ? -v : v;
}

intmax_t imaxabs(intmax_t v) {
    return v < 0 ? -v : v;
}

typedef struct {
    int quot, rem;
} div_t;

typedef struct {
    long quot, rem;
} ldiv_t;

typedef struct {
    long long quot, rem;
} lldiv_t;

div_t div(int a, int b) {
    return (div_t){a / b, a % b};
}

ldiv_t ldiv(long a, long b) {
    return (ldiv_t){a / b, a % b};
}

lldiv_t lldiv(long long a, long long b) {
    return (lldiv_t){a / b, a % b};
}

lldiv_t imaxdiv(long long a, long long b) {
    return (lldiv_t){a / b, a % b};
}

// POSIX's count of the lowest set bit, from 1; 0 for zero.

int ffs(int v) {
    return __builtin_ffs(v);
}

int ffsl(long v) {
    return __builtin_ffsl(v);
}

int ffsll(long long v) {
    return __builtin_ffsll(v);
}

uint32_t htonl(uint32_t v) {
    return __builtin_bswap32(v);
}

uint32_t ntohl(uint32_t v) {
    return __builtin_bswap32(v);
}

uint16_t htons(uint16_t v) {
    return __builtin_bswap16(v);
}

uint16_t ntohs(uint16_t v) {
    return __builtin_bswap16(v);
}
