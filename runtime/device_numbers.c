// The numbers of devices: 64 bits, of which the outer ones belong to the major number.

#include "assay.h"

unsigned gnu_dev_major(uint64_t device) {
    return (unsigned)((device >> 8 & 0xfff) | (device >> 32 & 0xfffff000));
}

unsigned gnu_dev_minor(uint64_t device) {
    return (unsigned)((device & 0xff) | (device >> 12 & 0xffffff00));
}

uint64_t gnu_dev_makedev(unsigned major, unsigned minor) {
    return (uint64_t)(major & 0xfff) << 8 | (uint64_t)(major & 0xfffff000) << 32 | (minor & 0xff) |
           (uint64_t)(minor & 0xffffff00) << 12;
}
