/* Memory at fixed addresses, as registers of devices have it (engine/src/regions.rs).
 *
 * The pages are there before the program starts. It is compiled with
 * -fsanitize-coverage=func,trace-loads,trace-stores, so that each of its loads and stores calls a function in front of it,
 * where the next value of the test is put in its place. */
#include "assay_inputs.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#define WEAK __attribute__((weak))
#define PAGE 4096ull

#ifndef MAP_FIXED_NOREPLACE
#define MAP_FIXED_NOREPLACE 0x100000
#endif

/* Of a program that has none. */
WEAK const struct assay_region assay_regions[] = {{0, 0, 0}};

/* Of those that keep what is in them, which bytes are known: one for each, one table behind the other. */
static unsigned char *known;

static bool map(uint64_t address, uint64_t size) {
    int flags = MAP_PRIVATE | MAP_ANONYMOUS | (address ? MAP_FIXED_NOREPLACE : 0);
#ifdef SYS_mmap2
    long number = SYS_mmap2;
#else
    long number = SYS_mmap;
#endif
    long at = syscall(number, (long)address, (long)size, PROT_READ | PROT_WRITE, flags, -1, 0);
    if (at == -1 || (address && (unsigned long)at != (unsigned long)address))
        return false;
    if (!address)
        known = (unsigned char *)at;
    return true;
}

/* Pages that two regions share are there once. */
static bool is_there(uint64_t page, const struct assay_region *before) {
    for (const struct assay_region *region = assay_regions; region < before; region++)
        if (page + PAGE > region->address && page < region->address + region->size)
            return true;
    return false;
}

/* After the inputs are there. */
__attribute__((constructor(102))) static void make_regions(void) {
    uint64_t sizes = 0;
    for (const struct assay_region *region = assay_regions; region->size; region++) {
        sizes += region->size;
        uint64_t end = region->address + region->size;
        for (uint64_t page = region->address & ~(PAGE - 1); page < end; page += PAGE) {
            if (is_there(page, region) || map(page, PAGE))
                continue;
            char message[128];
            snprintf(message, sizeof message, "diverged: this process has no room at %#llx",
                     (unsigned long long)page);
            assay_stop(ASSAY_DIVERGED, message);
        }
    }
    if (sizes && !map(0, sizes))
        assay_stop(ASSAY_DIVERGED, "diverged: no memory for what is known of regions");
}

/* The region that an access lies in, and where its table is. */
static const struct assay_region *region_of(uint64_t address, uint64_t size,
                                            unsigned char **table) {
    *table = known;
    for (const struct assay_region *region = assay_regions; region->size; region++) {
        uint64_t offset = address - region->address;
        if (offset < region->size && size <= region->size - offset) {
            *table += offset;
            return region;
        }
        *table += region->size;
    }
    return NULL;
}

static bool all_known(const unsigned char *table, unsigned size) {
    for (unsigned i = 0; i < size; i++)
        if (!table[i])
            return false;
    return true;
}

static void before_load(volatile unsigned char *at, unsigned size) {
    unsigned char *table, value[16];
    const struct assay_region *region = region_of((uintptr_t)at, size, &table);
    if (!region || (region->keeps && all_known(table, size)))
        return;
    char name[64];
    snprintf(name, sizeof name, "%s %#llx", region->keeps ? "memory" : "register",
             (unsigned long long)(uintptr_t)at);
    assay_take(ASSAY_EXTERNAL, name, value, size);
    for (unsigned i = 0; i < size; i++) {
        if (region->keeps && table[i])
            continue;
        at[i] = value[i];
        table[i] = 1;
    }
}

static void before_store(volatile unsigned char *at, unsigned size) {
    unsigned char *table;
    if (region_of((uintptr_t)at, size, &table))
        for (unsigned i = 0; i < size; i++)
            table[i] = 1;
}

#define WATCH(size)                                                                                \
    WEAK void __sanitizer_cov_load##size(void *at) { before_load(at, size); }                      \
    WEAK void __sanitizer_cov_store##size(void *at) { before_store(at, size); }

WATCH(1)
WATCH(2)
WATCH(4)
WATCH(8)
WATCH(16)
