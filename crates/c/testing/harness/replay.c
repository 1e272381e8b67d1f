/* Linked with the instrumented program for native replay. Inputs come from files, so that one
 * executable runs every test; what happened goes into files that are mapped into memory, so
 * that it survives every kind of death: a crash, _exit, stack overflow, kill -9.
 *
 * The file starts with a page of facts (struct outcome). The pages after it replace those of
 * the array in which each taken edge sets its byte. All files are open when the program starts, and
 * closed before anything of it runs. They are reached by bare system calls: the program may define
 * functions like `open` on its own, or have `munmap` stood in for.
 *
 * Their layouts are shared with replay/outcome.rs, replay/inputs.rs, replay/world.rs and
 * replay/observed.rs, their numbers with replay.rs. */
#include "assay_inputs.h"

#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#define PAGE 4096ul

enum { INPUTS_FILE = 3, WORLD_FILE, OUTCOME_FILE, OBSERVED_FILE };

struct outcome {
    uint64_t is_started;   /* 1 when the harness has set everything up */
    uint64_t edges_offset; /* where the array of edges starts in the file */
    uint64_t status;       /* of assay_stop; 0 if it was not called */
    char message[256];
};

/* Made by the front end; not there in a program without edges. */
extern unsigned char __assay_edges[];
extern const uint32_t __assay_edge_count __attribute__((weak));

const struct assay_input *assay_next;
_Bool assay_is_scattered;
static struct outcome *outcome;

static _Noreturn void give_up(void) {
    for (;;)
        syscall(SYS_exit_group, 126);
}

static void *map_file(void *at, unsigned long size, int flags, int file, unsigned long offset) {
#ifdef SYS_mmap2
    long pages = syscall(SYS_mmap2, at, size, PROT_READ | PROT_WRITE, flags, file, offset / PAGE);
#else
    long pages = syscall(SYS_mmap, at, size, PROT_READ | PROT_WRITE, flags, file, offset);
#endif
    if (pages == -1)
        give_up();
    return (void *)pages;
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

/* The whole file, which is closed. Smaller ones than this are not what is expected. */
static void *take_file(int file, unsigned long least, int flags, unsigned long *size) {
    off_t end = (off_t)syscall(SYS_lseek, file, 0, SEEK_END);
    if (end < (off_t)least)
        give_up();
    void *pages = map_file(0, (unsigned long)end, flags, file, 0);
    syscall(SYS_close, file);
    *size = (unsigned long)end;
    return pages;
}

static void load_inputs(void) {
    uint64_t head[2];
    unsigned long size;
    const unsigned char *record = take_file(INPUTS_FILE, sizeof head, MAP_PRIVATE, &size);
    memcpy(head, record, sizeof head);
    record += sizeof head;
    assay_is_scattered = head[0] != 0;
    uint64_t count = head[1];
    struct assay_input *inputs =
        map_file(0, (count + 1) * sizeof *inputs, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    for (uint64_t i = 0; i <= count; i++)
        record = decode(record, &inputs[i]);
    assay_next = inputs;
}

/* ---- Surroundings ---- */

enum part { ARGUMENT = 1, VARIABLE, STANDARD_INPUT, FILE_CONTENT, FAILING_CALL };

static struct assay_world world;

const struct assay_world *assay_surroundings(void) { return &world; }

/* The number, the error and how much it still does, 32 bits each. */
static struct assay_failure failing_call(const struct assay_input *part) {
    uint32_t numbers[3];
    memcpy(numbers, part->bytes, sizeof numbers);
    return (struct assay_failure){part->source, numbers[0], (int)numbers[1], numbers[2]};
}

/* A count, then as many records like those of the inputs; a zero follows each record's bytes. */
static void load_world(void) {
    uint64_t count;
    unsigned long size;
    const unsigned char *record = take_file(WORLD_FILE, sizeof count, MAP_PRIVATE, &size);
    memcpy(&count, record, sizeof count);
    record += sizeof count;
    unsigned long room =
        (count + 1) * (3 * sizeof(char *) + sizeof(struct assay_file) + sizeof(struct assay_failure));
    struct assay_file *files = map_file(0, room, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    const char **arguments = (const char **)(files + count + 1);
    const char **variables = arguments + count + 1;
    unsigned long *sizes = (unsigned long *)(variables + count + 1);
    struct assay_failure *failures = (struct assay_failure *)(sizes + count + 1);
    world = (struct assay_world){arguments, sizes, variables, {"stdin", 0, ""}, files, failures};
    for (uint64_t i = 0; i < count; i++) {
        struct assay_input part;
        record = decode(record, &part) + 1;
        struct assay_file content = {part.source, part.size, part.bytes};
        switch ((enum part)part.kind) {
        case ARGUMENT:
            *arguments++ = part.bytes;
            *sizes++ = part.size;
            break;
        case VARIABLE:
            *variables++ = part.bytes;
            break;
        case STANDARD_INPUT:
            world.input = content;
            break;
        case FILE_CONTENT:
            *files++ = content;
            break;
        case FAILING_CALL:
            *failures++ = failing_call(&part);
        }
    }
}

/* ---- Outcome ---- */

/* Whatever shares the first and last page with the array is carried over with it. */
static void map_outcome(void) {
    int file = OUTCOME_FILE;
    unsigned long count = &__assay_edge_count ? __assay_edge_count : 0;
    unsigned long start = (unsigned long)__assay_edges & ~(PAGE - 1);
    unsigned long end = ((unsigned long)__assay_edges + count + PAGE - 1) & ~(PAGE - 1);
    outcome = map_file(0, PAGE, MAP_SHARED, file, 0);
    outcome->edges_offset = PAGE + ((unsigned long)__assay_edges - start);
    if (count > 0) {
        void *copy = map_file(0, end - start, MAP_SHARED, file, PAGE);
        memcpy(copy, (void *)start, end - start);
        map_file((void *)start, end - start, MAP_SHARED | MAP_FIXED, file, PAGE);
        syscall(SYS_munmap, copy, end - start);
    }
    syscall(SYS_close, file);
}

/* ---- Observations ---- */

/* Its size, in front, and the records so far. */
struct observed {
    uint64_t size;
    unsigned char records[];
};

static struct observed *observed;
static unsigned long observed_room;

static void map_observed(void) {
    unsigned long size;
    observed = take_file(OBSERVED_FILE, sizeof *observed, MAP_SHARED, &size);
    observed_room = size - sizeof *observed;
}

void *assay_observed(unsigned long size) {
    if (size > observed_room - observed->size)
        return 0;
    void *record = observed->records + observed->size;
    observed->size += size;
    return record;
}

__attribute__((constructor(101))) static void set_up(void) {
    load_inputs();
    load_world();
    map_outcome();
    map_observed();
    outcome->is_started = 1;
}

_Noreturn void assay_stop(int status, const char *message) {
    strncpy(outcome->message, message, sizeof outcome->message - 1);
    outcome->status = (uint64_t)status;
    for (;;)
        syscall(SYS_exit_group, status);
}
