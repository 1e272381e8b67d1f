// What the libc model is built on: the primitives of the machine, and the few types and
// functions that several families share.
//
// The model is ordinary C that the machine executes, so a branch on a value that depends on an
// input splits the path. The primitives let a family answer with a term instead, and look at
// what the machine knows about a value before choosing between a plain loop and a term.
//
// Sources include this header and the compiler's own (stddef, stdint, stdarg, limits), never
// the system's. All layouts are those of glibc on x86-64 and i386.

#ifndef ASSAY_RUNTIME_H
#define ASSAY_RUNTIME_H

#include <limits.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

// ---- Looking at values ------------------------------------------------------------------

// True when the machine holds `v` as a term: it depends on an input, or on memory that was
// never written. Never splits the path.
_Bool __assay_is_symbolic(uint64_t v);

// `c ? a : b` as an if-then-else term, both arms evaluated, without splitting the path. With a
// constant `c` this is the chosen arm itself.
uint64_t __assay_select(_Bool c, uint64_t a, uint64_t b);

// Fixes `v` to the value it has on this run, which becomes a constraint of the path.
uint64_t __assay_concretise(uint64_t v);

// The value that `v` has on this run, as a constant and without a constraint. Only for what the
// program cannot observe, such as the bytes of its output.
uint64_t __assay_current(uint64_t v);

// `v` with the parts that were never written replaced by the fixed bits they happen to have:
// branching on the result is not reported as an uninitialised read.
uint64_t __assay_initialised(uint64_t v);

// A function of math.h that no float theory defines, by its name (of the one for doubles), as the
// host's math library computes it. Fixes symbolic arguments to values, a few of which are tried.
// `y` is not looked at where a function has one argument; a number comes as a float.
double __assay_math(const char *function, double x, double y);
float __assay_mathf(const char *function, float x, float y);
long double __assay_mathl(const char *function, long double x, long double y);

// ---- Looking at memory ------------------------------------------------------------------

// Bytes from `p` to the end of the live object it points into; 0 when `p` is invalid.
size_t __assay_accessible(const void *p);

// Length of the run of constant, initialised, non-zero bytes from `p`: it ends before the first
// symbolic or uninitialised byte, before a NUL, at the end of the object, or at `limit`.
size_t __assay_concrete_string(const void *p, size_t limit);

// ---- Surroundings -----------------------------------------------------------------------

// A fresh value from outside, as an input that is named after this function. Natively the
// harness answers the function with the same value.
uint32_t __assay_input(const char *function);

// The files that are there before the program starts, by number; 0 is the standard input.
unsigned __assay_file_count(void);

// The length of a file's name; its bytes, without a NUL, where `to` is not null.
size_t __assay_file_name(unsigned file, char *to);

// The most bytes that a file can have. Then its bytes, of which there are as many as the second
// returns: a term where the file is an input.
size_t __assay_file_room(unsigned file);
size_t __assay_file_content(unsigned file, void *to);

// ---- Effects ----------------------------------------------------------------------------

void *__assay_malloc(size_t size);
void __assay_free(void *p);
void *__assay_realloc(void *p, size_t size);
void *__assay_aligned_alloc(size_t align, size_t size);

// Output of the program. Symbolic bytes are written with their current values.
void __assay_write(int fd, const void *p, size_t n);

// Ends the program like exit.
_Noreturn void __assay_exit(int status);
_Noreturn void __assay_abort(void);
_Noreturn void __assay_assert_fail(const char *expr, const char *file, unsigned line,
                                   const char *function);

// Ends this path by the finding that raised a signal, which nobody handles.
_Noreturn void __assay_die(void);

// From here on the real program may do what the machine does not do: a proof that looks at all paths must not claim
// anything of what comes behind.
void __assay_go_astray(void);

// Ends this path with a reason that the user sees.
_Noreturn void __assay_unsupported(const char *what);

// The machine's own functions that the model calls by their C names.
void *memcpy(void *to, const void *from, size_t n);
void *memmove(void *to, const void *from, size_t n);
void *memset(void *to, int byte, size_t n);

// ---- Shared by the families -------------------------------------------------------------

// A read and a write that the compiler keeps: where a function would run past an object, the
// machine reports it here.
static inline void __assay_touch(const void *p) {
    (void)*(const volatile char *)p;
}
static inline void __assay_touch_write(void *p) {
    *(volatile char *)p = 0;
}

static inline void *__assay_select_pointer(_Bool c, const void *a, const void *b) {
    return (void *)(uintptr_t)__assay_select(c, (uintptr_t)a, (uintptr_t)b);
}

// Constant and false, respectively constant and true: what a loop over symbolic data may
// branch on.
static inline _Bool __assay_never(_Bool c) {
    return !__assay_is_symbolic(c) && !c;
}
static inline _Bool __assay_always(_Bool c) {
    return !__assay_is_symbolic(c) && c;
}

// The pointer as a constant, one path for each place it may point to: for functions that walk
// along it and branch on what they find.
static inline void *__assay_settle_pointer(const void *p) {
    if (!__assay_is_symbolic((uintptr_t)p))
        return (void *)p;
    __assay_accessible(p); // decides where it points
    return (void *)(uintptr_t)__assay_concretise((uintptr_t)p);
}

// The truth of `c` as a constant, with one branch (see decide.c).
_Bool __assay_decide(_Bool c);

// The least index from `p`, at least `from` and at most `limit`, that surely is a NUL; `limit`
// when there is none. All bytes below `limit` must be accessible.
size_t __assay_sure_end(const char *p, size_t from, size_t limit);

// The length of `s` with one path per length, for callers that need it as a constant.
size_t __assay_split_length(const char *s, size_t limit);

// Lower case of an ASCII byte, as a term.
static inline int __assay_fold_case(int c) {
    return c + (((unsigned)c - 'A' < 26u) << 5);
}

int *__errno_location(void);
#define errno (*__errno_location())
enum {
    EPERM = 1, ENOENT = 2, EBADF = 9, EAGAIN = 11, ENOMEM = 12, EACCES = 13, EBUSY = 16, EEXIST = 17,
    EXDEV = 18, ENOTDIR = 20, EISDIR = 21, EINVAL = 22, EMFILE = 24, ENOTTY = 25, ESPIPE = 29,
    EPIPE = 32, EDOM = 33, ERANGE = 34, ENAMETOOLONG = 36, ENOTEMPTY = 39, EOVERFLOW = 75, EILSEQ = 84,
};

// Sets `errno` where that happened, without splitting the path.
static inline void __assay_note_error(_Bool happened, int number) {
    if (!__assay_never(happened))
        errno = (int)__assay_select(happened, (uint64_t)number, (uint64_t)errno);
}

// Shifts that give 0 from 64 bits on, in arithmetic that the optimiser has no reason to turn
// into an over-wide shift whose result it drops.
static inline uint64_t __assay_shift_left(uint64_t v, unsigned bits) {
    return (v << (bits & 63)) & (0 - (uint64_t)(bits < 64));
}
static inline uint64_t __assay_shift_right(uint64_t v, unsigned bits) {
    return (v >> (bits & 63)) & (0 - (uint64_t)(bits < 64));
}

// ---- Big numbers, for exact conversion between binary and decimal ------------------------

// A natural number, least significant limb first. 736 limbs hold every long double scaled to an
// integer, and 10^6200 with room for a quotient's bits.
enum { BIG_LIMBS = 736 };

struct big {
    unsigned count; // limbs in use; the last one is not zero
    uint32_t limb[BIG_LIMBS];
};

void __assay_big_set(struct big *b, uint64_t v);
void __assay_big_multiply_add(struct big *b, uint32_t factor, uint32_t addend);
void __assay_big_multiply_power_of_ten(struct big *b, unsigned power);
uint32_t __assay_big_divide(struct big *b, uint32_t divisor);
void __assay_big_shift_left(struct big *b, unsigned bits);
void __assay_big_subtract(struct big *a, const struct big *b);
int __assay_big_compare(const struct big *a, const struct big *b);
unsigned __assay_big_bits(const struct big *b);

// The exact decimal expansion of a finite float: 0.d1d2d3… · 10^point, without trailing zeros
// (`count` is 0 for zero). A long double has at most 4933 digits before the point and 16445
// places after it, of which the first 4931 are zero where there are that many.
enum { DECIMAL_DIGITS = 16464 };

struct decimal {
    int point;
    int count;
    char digit[DECIMAL_DIGITS];
};

// The expansion of `mantissa · 2^exponent`.
void __assay_decimal_expand(struct decimal *d, uint64_t mantissa, int exponent);

// Keeps the first `digits` digits, rounded to nearest, ties to even. May raise `point` by one.
void __assay_decimal_round(struct decimal *d, int digits);

// ---- Formatted output -------------------------------------------------------------------

// Where formatted text goes. A sink (a stream) is not observed by the program: symbolic values
// are shown with their current digits, and only the count is a term. Memory is observed.
struct output {
    _Bool is_sink;
    int fd;
    char *to;        // memory: where, and how many bytes may be written
    size_t space;
    size_t count;    // bytes produced; a constant in memory
    size_t held;     // sink: bytes waiting in `buffer`
    char buffer[128];
};

// One conversion: `%[flags][width][.precision][length]conversion`.
struct conversion {
    _Bool left, plus, blank, alternative, zero;
    int width;      // 0 without one
    int precision;  // -1 without one
    char length;    // 0, or one of h l q(ll) L j z t, H for hh
    char letter;
};

void __assay_emit(struct output *o, const char *p, size_t n);
void __assay_emit_repeated(struct output *o, char c, int n);

// Floats as `mantissa · 2^exponent` with a sign, infinities and NaNs by kind.
enum float_kind { FLOAT_FINITE, FLOAT_INFINITE, FLOAT_NAN };

struct float_value {
    enum float_kind kind;
    _Bool negative;
    _Bool is_extended; // from a long double
    uint64_t mantissa;
    int exponent;
};

void __assay_format_float(struct output *o, const struct conversion *c,
                          const struct float_value *v);

// The whole of printf. Returns the count, or -1 with errno set.
int __assay_format(struct output *o, const char *format, va_list arguments);

// ---- Streams ----------------------------------------------------------------------------

struct _IO_FILE;

// What a stream reads from and writes to. A stream without any is the standard output or error:
// a sink.
struct stream_operations {
    ptrdiff_t (*read)(struct _IO_FILE *stream, void *p, size_t n);     // how many bytes, or -1
    ptrdiff_t (*write)(struct _IO_FILE *stream, const void *p, size_t n);
    int64_t (*seek)(struct _IO_FILE *stream, int64_t offset, int whence); // the place, or -1
    int (*close)(struct _IO_FILE *stream);
};

enum { MOST_PUSHED = 8 };

// glibc's layout up to the last field that its header's inline functions touch. The pointers
// stay null, which sends those functions to __overflow and __uflow.
typedef struct _IO_FILE {
    int flags;
    char *pointers[11];
    void *markers;
    struct _IO_FILE *chain;
    int fileno;
    const struct stream_operations *operations;
    void *state; // of the operations
    unsigned pushed_count;
    unsigned char pushed[MOST_PUSHED]; // by ungetc, the last one comes first
    char rest[80];
} FILE;

// A stream on a descriptor.
extern const struct stream_operations __assay_descriptor_stream;

enum { STREAM_AT_END = 0x10, STREAM_FAILED = 0x20 }; // glibc's bits of `flags`

// Writes to a stream; how many bytes were written.
size_t __assay_stream_write(FILE *stream, const void *p, size_t n);

extern FILE *stdin, *stdout, *stderr;

enum { EOF = -1 };

// ---- Text -------------------------------------------------------------------------------

// The message of an error number; a static buffer for numbers without one.
const char *__assay_error_text(int number);

size_t strlen(const char *s);
size_t strnlen(const char *s, size_t limit);
char *strchr(const char *s, int c);
int strcmp(const char *a, const char *b);

#endif
