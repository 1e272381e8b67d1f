/* Between the process that calls functions for the machine, and the list of those functions. */
#ifndef ASSAY_NATIVE_CALLS_H
#define ASSAY_NATIVE_CALLS_H

#include <stdint.h>

/* The bits of an argument or of a part of a result. */
union assay_value {
    _Bool bits1;
    uint8_t bits8;
    uint16_t bits16;
    uint32_t bits32;
    uint64_t bits64;
#ifdef __SIZEOF_INT128__
    unsigned __int128 bits128;
#endif
    float single_float;
    double double_float;
    long double long_float;
    void *pointer;
    unsigned char bytes[16];
};

typedef void assay_trampoline(const union assay_value *args, union assay_value *result);

/* Calls each of the functions in one of the ways in which the program does. */
extern assay_trampoline *const assay_trampolines[];

#endif
