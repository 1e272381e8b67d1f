//! what: a whole program that asks a device at a fixed address for its inputs
//! cover: branch 6/6
#include <stdint.h>

#define STATUS (*(volatile uint32_t *)0x40021000)

int main(void) {
    int count = 0;
    for (int i = 0; i < 2; i++)
        if (STATUS == 0x1234)
            count++;
    if (count == 2)
        return 3;
    return 0;
}
