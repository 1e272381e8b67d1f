// How the driver of a unit gets its inputs.
//
// The front end writes a `main` that calls one function of the program with arguments made
// here, by type. The same code runs in the machine, where what it asks for are fresh symbolic
// values, and natively, where they are the values that a test recorded.

#ifndef ASSAY_UNIT_H
#define ASSAY_UNIT_H

#include <stddef.h>
#include <stdint.h>

// Natively this is a part of the harness, which is told apart from the program like this (assay_inputs.h).
#if __STDC_HOSTED__ && defined __clang__
#pragma clang section text = "assay_text"
#endif

// ---- Tables that the front end defines for a unit ---------------------------------------------

enum unit_kind {
    UNIT_OPAQUE, // void, incomplete types, and what inputs cannot be made of
    UNIT_SIGNED,
    UNIT_UNSIGNED,
    UNIT_BOOL,
    UNIT_CHAR,
    UNIT_FLOAT,
    UNIT_POINTER,
    UNIT_ARRAY,
    UNIT_STRUCT,
    UNIT_UNION,
    UNIT_FUNCTION,
    UNIT_STREAM, // FILE
};

struct unit_type {
    uint32_t kind;
    uint32_t size;
    uint32_t target;   // of a pointer; the element of an array
    uint32_t count;    // of an array's elements
    uint32_t first;    // of a struct's or union's members
    uint32_t members;  // how many
    uint32_t is_const; // what the pointer points to
    uint32_t has_pointers;
};

struct unit_member {
    uint32_t type;
    uint32_t bit_offset;
    uint32_t bits; // of a bit-field, else 0
    uint32_t name; // offset in the names; an empty one for an anonymous member
    uint32_t flags;
};

// A function that a pointer of this function type may name.
struct unit_callable {
    uint32_t type;
    uint32_t name;
};

struct unit_bounds {
    uint32_t items;   // elements behind a pointer that is a parameter
    uint32_t sized;   // the same where another parameter says how many there are
    uint32_t nested;  // elements behind any other pointer
    uint32_t text;    // characters of a string
    uint32_t room;    // bytes of a buffer that the unit may write text into
    uint32_t depth;   // of pointers behind pointers
    uint32_t objects; // in all
    uint32_t elements; // of an array that are inputs
    uint32_t is_heap; // the unit may free what it is given
};

extern const struct unit_type __assay_unit_types[];
extern const struct unit_member __assay_unit_members[];
extern const struct unit_callable __assay_unit_callables[];
extern const uint32_t __assay_unit_callable_count;
extern void *const __assay_unit_callable_addresses[];
extern const char __assay_unit_names[];
// The names of parameters and of variables of the program, one behind the other; an empty one ends them.
extern const char __assay_unit_variables[];
extern const struct unit_bounds __assay_unit_bounds;

// What is known about an input; flags.
enum {
    UNIT_NOT_NULL = 1,
    UNIT_TEXT = 2,   // behind a pointer to characters: a string, whatever its type says
    UNIT_BUFFER = 4, // behind a pointer to characters: bytes
    UNIT_GLOBAL = 8, // has a value already, which it keeps at first
    UNIT_SINGLE = 16, // one object behind the pointer
    UNIT_END = 32, // a pointer to the end of what another one points to
    UNIT_MOST = 8, // from this bit on: the most elements behind the pointer; 0 for the usual bound
};

// ---- Primitives ---------------------------------------------------------------------------

// Writes a number of any size. With `keep` its first value is what is there.
void __assay_unit_value(void *at, uint32_t size, uint32_t kind, const char *lvalue, _Bool keep);

// Writes `size` bytes, each an input of its own.
void __assay_unit_bytes(void *at, size_t size, _Bool is_text, const char *lvalue, _Bool keep);

// A value for a bit-field.
uint64_t __assay_unit_bits(uint32_t bits, uint32_t kind, const char *lvalue);

// One of the options, by number; any number from their count on stands for the first.
uint32_t __assay_unit_choice(const char *lvalue, const char *options);

// A number from `least` to `most`, at first `most`: how many elements an object has.
size_t __assay_unit_count(const char *object, size_t least, size_t most);

// There is an object of this name: one of the type, or an array of `count`.
void __assay_unit_object(const char *name, const void *at, uint32_t type, size_t count,
                         _Bool is_single);

// Only inputs for which this holds are of interest.
void __assay_unit_assume(_Bool condition);

// ---- What the driver calls ----------------------------------------------------------------

void __assay_unit_input(void *at, uint32_t type, const char *lvalue, uint32_t flags);
void __assay_unit_range(const void *at, uint32_t type, int64_t least, int64_t most);

// A pointer to as many elements as the integer at `length` says, which becomes an input here, from `least` to
// `greatest`. Where it is negative, there are none.
void __assay_unit_sized(void *at, uint32_t type, const char *lvalue, uint32_t flags,
                        void *length, uint32_t length_type, const char *length_lvalue,
                        int64_t least, int64_t greatest);

// A pointer to exactly this many elements.
void __assay_unit_exactly(void *at, uint32_t type, const char *lvalue, uint32_t flags,
                          uint32_t count);

// After the last input: what is behind the pointers.
void __assay_unit_ready(void);

// After the call. `result` is null where there is none. A primitive too.
void __assay_unit_returned(const void *result, uint32_t type);

const char *__assay_unit_reference(const void *address);

#endif
