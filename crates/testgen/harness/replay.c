/* Linked with the instrumented program for native replay. Inputs come from a file, so that one
 * executable runs every test; what happened goes into a file that is mapped into memory, so
 * that it survives every kind of death: a crash, _exit, stack overflow, kill -9.
 *
 * The file starts with a page of facts (struct outcome). The pages after it replace those of
 * the array in which each taken edge sets its byte. Both files lie in the folder above the
 * working folder, which the program has for itself. They are reached by bare system calls: the
 * program may define functions like `open` on its own.
 *
 * The layout of both files is shared with replay/outcome.rs and replay/inputs.rs. */
#include "assay_inputs.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#define PAGE 4096ul
#define INPUTS_FILE "../inputs"
#define OUTCOME_FILE "../outcome"

struct outcome {
    uint64_t is_started;   /* 1 when the harness has set everything up */
    uint64_t edges_offset; /* where the array of edges starts in the file */
    uint64_t status;       /* of assay_stop; 0 if it was not called */
    char message[256];
};

/* Made by the front end; not there in a program without edges. */
extern unsigned char __assay_edges[];

const struct assay_input *assay_next;
_Bool assay_is_scattered;
static struct outcome *outcome;

static int open_file(const char *path, int flags) {
    return (int)syscall(SYS_openat, AT_FDCWD, path, flags, 0);
}

static _Noreturn void give_up(void) {
    for (;;)
        syscall(SYS_exit_group, 126);
}

static void *map_file(void *at, unsigned long size, int flags, int file, unsigned long offset) {
    void *pages = mmap(at, size, PROT_READ | PROT_WRITE, flags, file, (off_t)offset);
    if (pages == MAP_FAILED)
        give_up();
    return pages;
}

/* One record: kind, length of the source's name, size (32 bits each), the name with its final
 * zero, the bytes. A record of kind ASSAY_END closes the file. */
static const unsigned char *decode(const unsigned char *record, struct assay_input *input) {
    uint32_t head[3];
    memcpy(head, record, sizeof head);
    record += sizeof head;
    input->kind = (enum assay_kind)head[0];
    input->source = (const char *)record;
    input->bytes = record + head[1];
    input->size = head[2];
    return record + head[1] + head[2];
}

static void load_inputs(void) {
    int file = open_file(INPUTS_FILE, O_RDONLY);
    uint64_t head[2];
    off_t size = (off_t)syscall(SYS_lseek, file, 0, SEEK_END);
    if (file < 0 || size < (off_t)sizeof head)
        give_up();
    const unsigned char *record = map_file(0, (unsigned long)size, MAP_PRIVATE, file, 0);
    memcpy(head, record, sizeof head);
    record += sizeof head;
    assay_is_scattered = head[0] != 0;
    uint64_t count = head[1];
    struct assay_input *inputs =
        map_file(0, (count + 1) * sizeof *inputs, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    for (uint64_t i = 0; i <= count; i++)
        record = decode(record, &inputs[i]);
    assay_next = inputs;
    syscall(SYS_close, file);
}

/* Whatever shares the first and last page with the array is carried over with it. */
static void map_outcome(void) {
    int file = open_file(OUTCOME_FILE, O_RDWR);
    unsigned long start = (unsigned long)__assay_edges & ~(PAGE - 1);
    unsigned long end = ((unsigned long)__assay_edges + ASSAY_EDGE_COUNT + PAGE - 1) & ~(PAGE - 1);
    if (file < 0)
        give_up();
    outcome = map_file(0, PAGE, MAP_SHARED, file, 0);
    outcome->edges_offset = PAGE + ((unsigned long)__assay_edges - start);
    if (ASSAY_EDGE_COUNT > 0) {
        void *copy = map_file(0, end - start, MAP_SHARED, file, PAGE);
        memcpy(copy, (void *)start, end - start);
        map_file((void *)start, end - start, MAP_SHARED | MAP_FIXED, file, PAGE);
        munmap(copy, end - start);
    }
    syscall(SYS_close, file);
}

__attribute__((constructor(101))) static void set_up(void) {
    load_inputs();
    map_outcome();
    outcome->is_started = 1;
}

_Noreturn void assay_stop(int status, const char *message) {
    strncpy(outcome->message, message, sizeof outcome->message - 1);
    outcome->status = (uint64_t)status;
    for (;;)
        syscall(SYS_exit_group, status);
}
