/* Puts the program into its surroundings: files in the working folder and the standard input
 * before anything of it runs, arguments and environment when main is called.
 *
 * Linked with -Wl,--wrap=main. Only bare system calls are used: the program may define functions
 * like `open` on its own. Its constructors see the environment of the process, which holds what
 * the coverage profile needs. */
#include "assay_inputs.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#define INPUT_FILE ".assay-stdin"

extern char **environ;

static _Noreturn void give_up(void) { assay_stop(126, "the surroundings cannot be made"); }

/* ---- Files ---- */

static int open_file(const char *path, int flags) {
    return (int)syscall(SYS_openat, AT_FDCWD, path, flags, 0644);
}

static void write_all(int file, const char *bytes, unsigned long size) {
    while (size > 0) {
        long done = syscall(SYS_write, file, bytes, size);
        if (done <= 0)
            give_up();
        bytes += done;
        size -= (unsigned long)done;
    }
}

/* Files are as old as Assay's machine says (runtime/file_status.c). */
static void set_time(const char *path) {
    struct { long seconds, nanoseconds; } times[2] = {{1000000000, 0}, {1000000000, 0}};
    syscall(SYS_utimensat, AT_FDCWD, path, times, 0);
}

static void make_folder(const char *path) { syscall(SYS_mkdirat, AT_FDCWD, path, 0755); }

/* For each folder that the path goes through. */
static void for_folders(const char *path, void (*act)(const char *)) {
    char folder[4096];
    for (const char *slash = strchr(path, '/'); slash; slash = strchr(slash + 1, '/')) {
        size_t length = (size_t)(slash - path);
        if (length >= sizeof folder)
            give_up();
        memcpy(folder, path, length);
        folder[length] = 0;
        act(folder);
    }
}

static void make_file(const char *path, const struct assay_file *content) {
    for_folders(path, make_folder);
    int file = open_file(path, O_WRONLY | O_CREAT | O_TRUNC);
    if (file < 0)
        give_up();
    write_all(file, content->bytes, content->size);
    syscall(SYS_close, file);
    set_time(path);
}

/* A file without a name. */
static void set_standard_input(const struct assay_file *content) {
    make_file(INPUT_FILE, content);
    int file = open_file(INPUT_FILE, O_RDONLY);
    if (file < 0 || syscall(SYS_unlinkat, AT_FDCWD, INPUT_FILE, 0) != 0)
        give_up();
    if (file != 0) {
        syscall(SYS_dup3, file, 0, 0);
        syscall(SYS_close, file);
    }
}

__attribute__((constructor(102))) static void make_surroundings(void) {
    const struct assay_world *world = assay_surroundings();
    syscall(SYS_umask, 022);
    set_standard_input(&world->input);
    for (const struct assay_file *file = world->files; file->name; file++)
        make_file(file->name, file);
    /* A folder gets younger with each file in it. */
    for (const struct assay_file *file = world->files; file->name; file++)
        for_folders(file->name, set_time);
    set_time(".");
    errno = 0;
}

/* ---- Arguments and environment ---- */

static int count(const char *const *texts) {
    int number = 0;
    while (texts[number])
        number++;
    return number;
}

/* Zeros behind each string, for programs that read a little too far. */
enum { PADDING = 64 };

static size_t size_of(const char *const *texts, const unsigned long *sizes, int i) {
    return sizes ? sizes[i] : strlen(texts[i]);
}

static size_t total_size(const char *const *texts, const unsigned long *sizes) {
    size_t size = 0;
    for (int i = 0; texts[i]; i++)
        size += size_of(texts, sizes, i) + PADDING;
    return size;
}

/* Memory that is there to the very end: handlers that run after main look at the environment. */
static void *pages(size_t size) {
    int flags = MAP_PRIVATE | MAP_ANONYMOUS;
    void *memory = mmap(0, size + 1, PROT_READ | PROT_WRITE, flags, -1, 0);
    if (memory == MAP_FAILED)
        give_up();
    return memory;
}

/* Where the address sanitizer is, it is told that the padding is nobody's. */
__attribute__((weak)) void __asan_poison_memory_region(const volatile void *start, size_t size);

static void guard(const char *start, const char *end) {
    if (__asan_poison_memory_region)
        __asan_poison_memory_region(start, (size_t)(end - start));
}

/* The program may write to what it is given. */
static char **copy(const char *const *texts, const unsigned long *sizes) {
    char **copies = pages(((size_t)count(texts) + 1) * sizeof *copies), **table = copies;
    char *room = pages(total_size(texts, sizes));
    for (int i = 0; texts[i]; i++) {
        size_t size = size_of(texts, sizes, i);
        memcpy(room, texts[i], size);
        memset(room + size, 0, PADDING);
        *table++ = room;
        const char *end = room + strlen(room) + 1;
        room += (size + PADDING) / 8 * 8; /* what the sanitizer can tell apart */
        guard(end, room);
    }
    *table = NULL;
    return copies;
}

const char *assay_test_name = "";

int __real_main(int count, char **arguments, char **environment);

int __wrap_main(int given_count, char **given, char **given_environment) {
    const struct assay_world *world = assay_surroundings();
    char **arguments = copy(world->arguments, world->sizes);
    (void)given_count, (void)given_environment;
    assay_test_name = given[0];
    program_invocation_name = program_invocation_short_name = arguments[0];
    environ = copy(world->environment, NULL);
    return __real_main(count(world->arguments), arguments, environ);
}
