//! what: registers of a device at fixed addresses: each read is an input, what is written is not read back
//! entry: send
//! cover: branch 12/12
#include <stdint.h>

struct uart {
    volatile uint32_t status;
    volatile uint32_t data;
    volatile uint16_t rate;
};

#define UART ((struct uart *)0x40001000)
#define CLOCKS (*(volatile uint32_t *)0x50000010)

static struct uart *const uarts[] = {(struct uart *)0x40004000, (struct uart *)0x40005000};

int send(unsigned char c, unsigned other) {
    int tries = 0;
    CLOCKS |= 1;
    while (!(UART->status & 0x80)) {
        if (++tries == 3)
            return -1;
    }
    UART->data = c;
    if (UART->data == 0x155)
        return 1;
    if (UART->status != UART->status)
        return 2;
    if (uarts[other & 1]->rate == 9600)
        return 3;
    if (((volatile uint8_t *)UART)[64 + (other & 3)] == 7)
        return 4;
    return 0;
}
