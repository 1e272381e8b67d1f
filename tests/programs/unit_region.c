//! what: memory at a fixed address that an option describes has its bytes from the first read or write on
//! entry: calibrated
//! options: --region 0x20001000:0x100
//! cover: branch 5/8
//! infeasible-left: 3
#include <stdint.h>

#define FACTORS ((uint16_t *)0x20001000)

int calibrated(uint16_t raw) {
    if (FACTORS[0] == FACTORS[1])
        return -1;
    if (FACTORS[0] != FACTORS[0])
        return -2;
    FACTORS[4] = raw;
    if (FACTORS[4] != raw || ((unsigned char *)FACTORS)[8] != (unsigned char)raw)
        return -3;
    return raw / 2;
}
