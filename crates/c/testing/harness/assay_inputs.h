/* The inputs of a test, and how the program under test gets at them.
 *
 * A test lists its inputs in the order in which the program asks for them. A program that asks
 * for something else than the next one has taken another path than Assay foresaw: it is stopped
 * with the word "diverged". When all are used up, zeros follow; a test of a path that Assay did not
 * follow to its end stops there instead. */
#ifndef ASSAY_INPUTS_H
#define ASSAY_INPUTS_H

/* A test of a function includes the function's source, which may have a meaning of its own for any name: there
 * (assay_test.h), nothing comes in but names that begin with "assay" in small or large letters. */
#ifndef ASSAY_TEST_H
#include <stdbool.h>
#include <stdint.h>
#endif

/* Code behind this line is the harness or a test, not the program: its calls are never let fail. */
#ifdef __clang__
#pragma push_macro("text")
#undef text
#pragma clang section text = "assay_text"
#pragma pop_macro("text")
#endif

enum assay_kind {
    ASSAY_END,      /* the list is over */
    ASSAY_NONDET,   /* the result of an input function: __VERIFIER_nondet_int() */
    ASSAY_OBJECT,   /* the bytes of an object: klee_make_symbolic(p, n, name) */
    ASSAY_EXTERNAL, /* the result of a function that is defined nowhere */
    ASSAY_STOP,     /* the list is over, and so is the run */
    ASSAY_UNIT,     /* what the driver of a unit assigns to the expression named as its source */
    ASSAY_ANSWER,   /* the same as a result: an object that the driver has made, by its number */
    ASSAY_ARGUMENT, /* a result that is a place in an argument: which, from 1, and the bytes times 256 */
    ASSAY_MOVED,    /* a pointer behind an argument that is moved by so many bytes */
};

struct assay_input {
    enum assay_kind kind;
    const char *source;
    unsigned long size;
    const void *bytes;
};

/* One line of a test: NONDET("__VERIFIER_nondet_int", int32_t, 5). */
#define ASSAY_INPUT(kind, source, type, ...) \
    { kind, source, sizeof(type), &(const type){__VA_ARGS__} }
#define ASSAY_LAST(kind) { kind, 0, 0, 0 }
#ifndef ASSAY_TEST_H
#define NONDET(source, type, ...) ASSAY_INPUT(ASSAY_NONDET, source, type, __VA_ARGS__)
#define OBJECT(source, type, ...) ASSAY_INPUT(ASSAY_OBJECT, source, type, __VA_ARGS__)
#define EXTERNAL(source, type, ...) ASSAY_INPUT(ASSAY_EXTERNAL, source, type, __VA_ARGS__)
#define END ASSAY_LAST(ASSAY_END)
#define STOP ASSAY_LAST(ASSAY_STOP)
#endif

/* Defined by each test. */
extern const struct assay_input assay_inputs[];

/* The input that comes next. */
extern const struct assay_input *assay_next;

/* Whether the objects of a unit are to lie far apart. */
extern _Bool assay_is_scattered;

/* Writes the next input to `into`, or stops the run if it is not the one asked for. */
void assay_take(enum assay_kind kind, const char *source, void *into, unsigned long size);

/* Writes the next input to `into` if it is the result of this function that is defined nowhere. */
void assay_take_some(const char *function, void *into);

/* The same of all that it answers at one place, and of a pointer, which may be into what it is given; false if the next
 * input is something else. */
_Bool assay_take_whole(const char *function, void *into, unsigned long size);
_Bool assay_take_pointer(const char *function, void *into, void *const *places);

/* Moves a pointer if the next input says so. */
_Bool assay_take_moved(const char *function, void *pointer);

/* An object that the driver of a unit has made; null where there is none. */
const void *assay_unit_object(unsigned number);

/* Memory at a fixed address: registers, each read of which is an input, or bytes that stay as they were read or written. */
struct assay_region {
    unsigned long long address, size;
    unsigned keeps;
};

/* One without a size ends them. */
extern const struct assay_region assay_regions[];

/* ---- What surrounds the program when it starts ---- */

struct assay_file {
    const char *name;
    unsigned long size;
    const char *bytes;
};

/* A call of the program that fails: the `number`-th one of this function, counted from 1. One that has a `most` reads or
 * writes that many bytes or elements at most; its error may be 0. */
struct assay_failure {
    const char *function;
    unsigned number;
    int error;
    unsigned most;
};

struct assay_world {
    const char *const *arguments;   /* argv, with the program's name */
    const unsigned long *sizes;     /* of arguments that have bytes behind a zero; else null */
    const char *const *environment; /* "NAME=VALUE" */
    struct assay_file input;        /* the standard input */
    const struct assay_file *files; /* in the working folder; the last one has no name */
    struct assay_failure *failures; /* the last one has no name; or null */
};

/* The calls that fail in this run. */
extern struct assay_failure *assay_failures;

/* The error number with which a call of the program is to fail, which errno has then too; 0 if it shall do its work.
 * `caller` is where it comes from. */
int assay_fails(const char *function, const void *caller);

/* The same call; null if it shall do its work. */
const struct assay_failure *assay_failing(const char *function, const void *caller);

/* Whether the code at this address is the harness's own. */
_Bool assay_is_harness(const void *caller);

#ifndef ASSAY_TEST_H
/* Whether the function it stands in is to fail. */
#define FAILS(function) assay_fails(function, __builtin_return_address(0))

/* Size and bytes of a string literal, which may hold zeros. */
#define CONTENT(text) sizeof(text) - 1, text
#endif

/* Defined by tests that have arguments, input, files or an environment. */
extern const struct assay_world assay_world;

/* What the executable was started as; argv says what the test wants it to say. */
extern const char *assay_test_name;

/* The surroundings of this run. */
const struct assay_world *assay_surroundings(void);

/* Exit statuses of a run that was stopped. */
enum { ASSAY_ASSUMPTION_FAILED = 97, ASSAY_DIVERGED = 98 };

/* Ends the run at once with this status. */
_Noreturn void assay_stop(int status, const char *message);

#endif
