//! what: a frame of as many bytes as are said beside it, with its own length inside and a checksum at its end
//! entry: check_frame
//! cover: branch 16/16

#include <stddef.h>
#include <stdint.h>

enum { START = 0x7e, KINDS = 4, MOST = 32 };

int check_frame(const uint8_t *frame, size_t size) {
    if (!frame)
        return -1;
    if (size < 4)
        return -2;
    if (frame[0] != START)
        return -3;
    if (frame[1] >= KINDS)
        return -4;
    size_t length = frame[2];
    if (length > MOST)
        return -5;
    if (size != length + 4)
        return -6;
    uint8_t sum = 0;
    for (size_t i = 0; i < size - 1; i++)
        sum = (uint8_t)(sum + frame[i]);
    if (sum != frame[size - 1])
        return -7;
    return frame[1];
}
