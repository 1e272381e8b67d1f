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
    uint32_t is_stepped; // the unit goes from one to the next
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

// What a function that is defined nowhere answers.
struct unit_answer {
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
};

// Bounds grow while the search goes on: a row for each level.
enum { UNIT_LEVELS = 4 };

extern const struct unit_type __assay_unit_types[];
extern const struct unit_member __assay_unit_members[];
extern const struct unit_callable __assay_unit_callables[];
extern const uint32_t __assay_unit_callable_count;
extern void *const __assay_unit_callable_addresses[];
extern const struct unit_answer __assay_unit_answers[];
extern const char __assay_unit_names[];
// The names of parameters and of variables of the program, one behind the other; an empty one ends them.
extern const char __assay_unit_variables[];
extern const struct unit_bounds __assay_unit_bounds[UNIT_LEVELS];
extern const uint32_t __assay_unit_is_heap; // the unit may free what it is given
extern const uint32_t __assay_unit_orders;  // it looks which of two pointers comes first
extern const uint32_t __assay_unit_tags;    // and at these bits of pointers

// What is known about an input; flags.
enum {
    UNIT_NOT_NULL = 1,
    UNIT_TEXT = 2,   // behind a pointer to characters: a string, whatever its type says
    UNIT_BUFFER = 4, // behind a pointer to characters: bytes
    UNIT_GLOBAL = 8, // has a value already, which it keeps at first
    UNIT_SINGLE = 16, // one object behind the pointer
    UNIT_END = 32, // a pointer to the end of what another one points to
    UNIT_LOOSE = 64, // that another input is its length is likely, and no more
    UNIT_MOST = 8, // from this bit on: the most elements behind the pointer; 0 for the usual bound
};

// ---- Primitives ---------------------------------------------------------------------------

// Writes a number of any size. With `keep` its first value is what is there.
void __assay_unit_value(void *at, uint32_t size, uint32_t kind, const char *lvalue, _Bool keep);

// A number that the unit will write before anybody reads it.
void __assay_unit_unread(void *at, uint32_t size, uint32_t kind, const char *lvalue);

// Writes `size` bytes, each an input of its own.
void __assay_unit_bytes(void *at, size_t size, _Bool is_text, const char *lvalue, _Bool keep);

// A value for a bit-field.
uint64_t __assay_unit_bits(uint32_t bits, uint32_t kind, const char *lvalue);

// One of the options, by number; any number from their count on stands for the first.
uint32_t __assay_unit_choice(const char *lvalue, const char *options);

// Where in a sequence a pointer points; at the first element if it is more than `most`. In the options of the pointer that is made next, it
// stands for `#`.
size_t __assay_unit_place(const char *name, size_t most);

// A number from `least` to `most`, at first `most`.
size_t __assay_unit_count(const char *name, size_t least, size_t most);

// How far bounds are raised; asked for once, where the first of them matters.
uint32_t __assay_unit_level(void);

// What the newest input is on the first run.
void __assay_unit_first(uint64_t value);

// Memory for an object. A lazy one is unset until the program looks at it, and is made then (`__assay_unit_touch`). There may be
// more in front of it and behind it, if an input says so when the program looks there. `first` is its size within the first bounds.
// One that is taken for large enough ends a path that looks beyond it: such inputs are of no interest.
void *__assay_unit_reserve(uint32_t number, size_t size, size_t first, size_t front, size_t back,
                           _Bool is_lazy, _Bool is_enough);

// The object is only this large.
void __assay_unit_resize(void *at, size_t size);

// The object has as many elements as the integer at `length` says.
void __assay_unit_extent(void *at, const void *length, uint32_t length_size, _Bool is_signed,
                         size_t element);

// Who makes what the program looks at, and that it is done. Natively this calls it for all that the program will look at.
typedef void unit_maker(uint32_t number, ptrdiff_t offset, size_t size, uint32_t is_write);
void __assay_unit_maker(unit_maker *maker);
void __assay_unit_made(void);

// The same for what functions answer that are defined nowhere: it makes the object of this row and tells which it is, null where there
// is no room.
typedef void unit_answerer(uint32_t row);
void __assay_unit_answerer(unit_answerer *answerer);
void __assay_unit_answered(const void *at, uint32_t number);

// There is an object of this name: one of the type, or an array of `count`.
void __assay_unit_object(const char *name, const void *at, uint32_t type, size_t count,
                         _Bool is_single);

// Only inputs for which this holds are of interest.
void __assay_unit_assume(_Bool condition);

// ---- What the driver calls ----------------------------------------------------------------

void __assay_unit_input(void *at, uint32_t type, const char *lvalue, uint32_t flags);
void __assay_unit_range(const void *at, uint32_t type, int64_t least, int64_t most);

// A pointer to as many elements as the integer at `length` says, which becomes an input here, from `least` to
// `greatest`. Where it is negative, there are none. A loose one may also point to an object that has nothing to do with
// the integer, which then is any number; that one is taken for large enough.
void __assay_unit_sized(void *at, uint32_t type, const char *lvalue, uint32_t flags,
                        void *length, uint32_t length_type, const char *length_lvalue,
                        int64_t least, int64_t greatest);

// A pointer to exactly this many elements.
void __assay_unit_exactly(void *at, uint32_t type, const char *lvalue, uint32_t flags,
                          uint32_t count);

// Before the first input.
void __assay_unit_begin(void);

// A variable of the program that pointers may point to.
void __assay_unit_known(void *at, uint32_t type, const char *name);

// After the last input.
void __assay_unit_ready(void);

// After the call. `result` is null where there is none. A primitive too.
void __assay_unit_returned(const void *result, uint32_t type);

const char *__assay_unit_reference(const void *address);

// Natively: whether it was made in place of what lies beyond the elements of its object, so that nobody sees it.
_Bool __assay_unit_is_elsewhere(const void *at);

// Natively: the object of this number.
const void *__assay_unit_object_at(uint32_t number);

#endif
