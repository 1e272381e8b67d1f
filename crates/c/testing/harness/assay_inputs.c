/* The input functions of SV-COMP, KLEE and CREST, answered from a test's list.
 *
 * All are weak: a program that defines one of them itself keeps its own. */
#include "assay_inputs.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WEAK __attribute__((weak))

static const char *wanted(enum assay_kind kind, const char *source) {
    return kind == ASSAY_OBJECT ? "an object" : source;
}

static _Noreturn void diverged(enum assay_kind kind, const char *source, unsigned long size) {
    char message[256];
    snprintf(message, sizeof message,
             "diverged: the program asks for %s of %lu bytes, recorded is %s of %lu bytes",
             wanted(kind, source), size, wanted(assay_next->kind, assay_next->source),
             assay_next->size);
    assay_stop(ASSAY_DIVERGED, message);
}

/* A long double has 10 bytes that count; the rest is padding. */
static bool size_agrees(unsigned long asked) {
    return assay_next->size == asked || (assay_next->size == 10 && asked == sizeof(long double));
}

/* Objects are not compared by name: CREST's have none at run time. */
static bool source_agrees(enum assay_kind kind, const char *source) {
    return kind == ASSAY_OBJECT || strcmp(assay_next->source, source) == 0;
}

void assay_take(enum assay_kind kind, const char *source, void *into, unsigned long size) {
    if (assay_next->kind == ASSAY_END) {
        memset(into, 0, size);
        return;
    }
    if (assay_next->kind == ASSAY_STOP)
        assay_stop(0, "the inputs of the test are used up");
    if (assay_next->kind != kind || !size_agrees(size) || !source_agrees(kind, source))
        diverged(kind, source, size);
    memcpy(into, assay_next->bytes, assay_next->size);
    assay_next++;
}

void assay_take_some(const char *function, void *into) {
    if (assay_next->kind == ASSAY_EXTERNAL && strcmp(assay_next->source, function) == 0)
        assay_take(ASSAY_EXTERNAL, function, into, assay_next->size);
}

WEAK const void *assay_unit_object(unsigned number) { return (void)number, (const void *)0; }

static bool is_of(enum assay_kind kind, const char *function) {
    return assay_next->kind == kind && strcmp(assay_next->source, function) == 0;
}

bool assay_take_whole(const char *function, void *into, unsigned long size) {
    if (is_of(ASSAY_EXTERNAL, function) && assay_next->size == size) {
        assay_take(ASSAY_EXTERNAL, function, into, size);
        return true;
    }
    if (!is_of(ASSAY_ANSWER, function))
        return false;
    unsigned number;
    assay_take(ASSAY_ANSWER, function, &number, sizeof number);
    const void *object = assay_unit_object(number);
    if (object)
        memcpy(into, object, size);
    else
        memset(into, 0, size);
    return true;
}

bool assay_take_pointer(const char *function, void *into, void *const *places) {
    if (!is_of(ASSAY_ARGUMENT, function))
        return assay_take_whole(function, into, sizeof(void *));
    uint64_t place;
    assay_take(ASSAY_ARGUMENT, function, &place, sizeof place);
    char *there = (char *)places[(place & 255) - 1] + (place >> 8);
    memcpy(into, &there, sizeof there);
    return true;
}

bool assay_take_moved(const char *function, void *pointer) {
    if (!is_of(ASSAY_MOVED, function))
        return false;
    uint64_t bytes;
    char *there;
    assay_take(ASSAY_MOVED, function, &bytes, sizeof bytes);
    memcpy(&there, pointer, sizeof there);
    there += bytes;
    memcpy(pointer, &there, sizeof there);
    return true;
}

/* ---- Calls that fail ---- */

struct assay_failure *assay_failures;

/* The bounds of what stands behind the head of assay_inputs.h. */
extern WEAK const char __start_assay_text[], __stop_assay_text[];

bool assay_is_harness(const void *caller) {
    return (const char *)caller >= __start_assay_text && (const char *)caller < __stop_assay_text;
}

const struct assay_failure *assay_failing(const char *function, const void *caller) {
    if (!assay_failures)
        assay_failures = assay_surroundings()->failures;
    if (!assay_failures || assay_is_harness(caller))
        return NULL;
    /* All of them count this call, those that come later too. */
    const struct assay_failure *failing = NULL;
    for (struct assay_failure *call = assay_failures; call->function; call++)
        if (strcmp(call->function, function) == 0 && call->number > 0 && --call->number == 0)
            failing = call;
    if (failing && failing->error)
        errno = failing->error;
    return failing;
}

int assay_fails(const char *function, const void *caller) {
    const struct assay_failure *call = assay_failing(function, caller);
    return call ? call->error : 0;
}

/* ---- Assumptions and errors ---- */

static void assume(bool condition) {
    if (!condition)
        assay_stop(ASSAY_ASSUMPTION_FAILED, "an assumption of the program does not hold");
}

static _Noreturn void error(const char *message) {
    fprintf(stderr, "%s\n", message);
    abort();
}

/* SV-COMP and Test-Comp. */

#define NONDET_FUNCTION(type, name)                                    \
    WEAK type __VERIFIER_nondet_##name(void) {                         \
        type value = 0;                                                \
        assay_take(ASSAY_NONDET, __func__, &value, sizeof value);      \
        return value;                                                  \
    }

NONDET_FUNCTION(_Bool, bool)
NONDET_FUNCTION(char, char)
NONDET_FUNCTION(signed char, schar)
NONDET_FUNCTION(unsigned char, uchar)
NONDET_FUNCTION(unsigned char, unsigned_char)
NONDET_FUNCTION(short, short)
NONDET_FUNCTION(unsigned short, ushort)
NONDET_FUNCTION(unsigned short, unsigned_short)
NONDET_FUNCTION(int, int)
NONDET_FUNCTION(unsigned int, uint)
NONDET_FUNCTION(unsigned int, unsigned)
NONDET_FUNCTION(unsigned int, unsigned_int)
NONDET_FUNCTION(long, long)
NONDET_FUNCTION(unsigned long, ulong)
NONDET_FUNCTION(unsigned long, unsigned_long)
NONDET_FUNCTION(long long, longlong)
NONDET_FUNCTION(unsigned long long, ulonglong)
NONDET_FUNCTION(int8_t, s8)
NONDET_FUNCTION(int16_t, s16)
NONDET_FUNCTION(int32_t, s32)
NONDET_FUNCTION(int64_t, s64)
NONDET_FUNCTION(uint8_t, u8)
NONDET_FUNCTION(uint16_t, u16)
NONDET_FUNCTION(uint32_t, u32)
NONDET_FUNCTION(uint64_t, u64)
#ifdef __SIZEOF_INT128__
NONDET_FUNCTION(__int128, int128)
NONDET_FUNCTION(unsigned __int128, uint128)
#endif
NONDET_FUNCTION(size_t, size_t)
NONDET_FUNCTION(long long, loff_t)
NONDET_FUNCTION(float, float)
NONDET_FUNCTION(double, double)
NONDET_FUNCTION(long double, long_double)
NONDET_FUNCTION(void *, pointer)
NONDET_FUNCTION(char *, pchar)
NONDET_FUNCTION(char *, charp)
NONDET_FUNCTION(const char *, const_char_pointer)

WEAK void __VERIFIER_nondet_memory(void *address, size_t size) {
    assay_take(ASSAY_OBJECT, __func__, address, size);
}

WEAK void __VERIFIER_assume(int condition) { assume(condition); }
WEAK void __VERIFIER_assert(int condition) {
    if (!condition)
        error("__VERIFIER_assert: the condition does not hold");
}
WEAK void __VERIFIER_error(void) { error("__VERIFIER_error was called"); }
WEAK void reach_error(void) { error("reach_error was called"); }
WEAK void __VERIFIER_atomic_begin(void) {}
WEAK void __VERIFIER_atomic_end(void) {}

/* KLEE. */

WEAK void klee_make_symbolic(void *address, size_t size, const char *name) {
    assay_take(ASSAY_OBJECT, name ? name : "unnamed", address, size);
}

WEAK int klee_int(const char *name) {
    (void)name;
    int value;
    assay_take(ASSAY_NONDET, __func__, &value, sizeof value);
    return value;
}

WEAK int klee_range(int begin, int end, const char *name) {
    (void)name;
    int value;
    assay_take(ASSAY_NONDET, __func__, &value, sizeof value);
    assume(begin <= value && value < end);
    return value;
}

WEAK uintptr_t klee_choose(uintptr_t bound) {
    uintptr_t value;
    assay_take(ASSAY_NONDET, __func__, &value, sizeof value);
    assume(value < bound);
    return value;
}

WEAK void klee_assume(uintptr_t condition) { assume(condition != 0); }
WEAK void klee_prefer_cex(void *object, uintptr_t condition) { (void)object, (void)condition; }
WEAK void klee_posix_prefer_cex(void *object, uintptr_t condition) {
    (void)object, (void)condition;
}
WEAK _Noreturn void klee_silent_exit(int status) { exit(status); }
WEAK _Noreturn void klee_abort(void) { abort(); }
WEAK _Noreturn void klee_report_error(const char *file, int line, const char *message,
                                      const char *suffix) {
    fprintf(stderr, "%s:%d: %s (%s)\n", file, line, message, suffix);
    abort();
}
WEAK unsigned klee_is_symbolic(uintptr_t value) { return (void)value, 0; }
WEAK unsigned klee_is_replay(void) { return 0; }
WEAK int klee_get_errno(void) { return errno; }
WEAK float klee_get_valuef(float value) { return value; }
WEAK double klee_get_valued(double value) { return value; }
WEAK long klee_get_valuel(long value) { return value; }
WEAK long long klee_get_valuell(long long value) { return value; }
WEAK int32_t klee_get_value_i32(int32_t value) { return value; }
WEAK int64_t klee_get_value_i64(int64_t value) { return value; }
WEAK void klee_check_memory_access(const void *address, size_t size) { (void)address, (void)size; }
WEAK void klee_mark_global(void *object) { (void)object; }
WEAK void klee_warning(const char *message) { (void)message; }
WEAK void klee_warning_once(const char *message) { (void)message; }
WEAK void klee_print_expr(const char *message, ...) { (void)message; }
WEAK void klee_print_range(const char *name, int value) { (void)name, (void)value; }
WEAK void klee_set_forking(unsigned enable) { (void)enable; }
WEAK void klee_stack_trace(void) {}
WEAK void klee_open_merge(void) {}
WEAK void klee_close_merge(void) {}

/* CREST: the macros CREST_int(x), ... call these with the address of x. */

#define CREST_FUNCTION(type, name) \
    WEAK void __Crest##name(type *x) { assay_take(ASSAY_OBJECT, __func__, x, sizeof *x); }

CREST_FUNCTION(unsigned char, UChar)
CREST_FUNCTION(unsigned short, UShort)
CREST_FUNCTION(unsigned int, UInt)
CREST_FUNCTION(unsigned long, ULong)
CREST_FUNCTION(unsigned long long, ULongLong)
CREST_FUNCTION(char, Char)
CREST_FUNCTION(short, Short)
CREST_FUNCTION(int, Int)
CREST_FUNCTION(long, Long)
CREST_FUNCTION(long long, LongLong)
CREST_FUNCTION(float, Float)
CREST_FUNCTION(double, Double)
