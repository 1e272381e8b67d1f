/* The native side of a unit's driver: inputs come from the recorded list, and when the unit has
 * returned, what it made of them is told: one record for its result and for each
 * input that has another value now. The layout of a record is that of the inputs (replay.c). */
#include "assay_inputs.h"
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Without the filling by assay_heap.c; not there with sanitizers, which scatter nothing. */
__attribute__((weak)) void *__real_malloc(size_t size);

/* Room for a record that outlives this process (replay.c); null where there is no more. */
void *assay_observed(unsigned long size);

void *__assay_malloc(size_t size);

enum { MAX_LEAVES = 1 << 14, MAX_RECORDS = 1 << 12, POINTER_TEXT = 64 };

/* An input as it was given. */
struct leaf {
    const unsigned char *at;
    const char *lvalue;
    uint32_t size;
    uint32_t kind;
    unsigned char *before;
};

static struct leaf leaves[MAX_LEAVES];
static unsigned leaf_count;
static unsigned record_count;

static void remember(const void *at, uint32_t size, uint32_t kind, const char *lvalue) {
    if (leaf_count == MAX_LEAVES || __assay_unit_is_elsewhere(at))
        return;
    unsigned char *before = malloc(size);
    memcpy(before, at, size);
    leaves[leaf_count++] = (struct leaf){at, lvalue, size, kind, before};
}

void __assay_unit_value(void *at, uint32_t size, uint32_t kind, const char *lvalue, _Bool keep) {
    (void)keep;
    assay_take(ASSAY_UNIT, lvalue, at, size);
    remember(at, size, kind, lvalue);
}

void __assay_unit_bytes(void *at, size_t size, _Bool is_text, const char *lvalue, _Bool keep) {
    (void)is_text, (void)keep;
    if (size == 0)
        return;
    assay_take(ASSAY_UNIT, lvalue, at, size);
    remember(at, (uint32_t)size, UNIT_ARRAY, lvalue);
}

uint64_t __assay_unit_bits(uint32_t bits, uint32_t kind, const char *lvalue) {
    (void)kind;
    uint64_t value = 0;
    assay_take(ASSAY_UNIT, lvalue, &value, (bits + 7) / 8);
    return value;
}

uint32_t __assay_unit_choice(const char *lvalue, const char *options) {
    (void)options;
    uint8_t choice = 0;
    assay_take(ASSAY_UNIT, lvalue, &choice, 1);
    return choice;
}

size_t __assay_unit_count(const char *object, size_t least, size_t most) {
    (void)least, (void)most;
    size_t count = 0;
    assay_take(ASSAY_UNIT, object, &count, sizeof count);
    return count;
}

void __assay_unit_object(const char *name, const void *at, uint32_t type, size_t count,
                         _Bool is_single) {
    (void)name, (void)at, (void)type, (void)count, (void)is_single;
}

void __assay_unit_unread(void *at, uint32_t size, uint32_t kind, const char *lvalue) {
    remember(at, size, kind, lvalue);
}

size_t __assay_unit_place(const char *name, size_t most) {
    (void)most;
    size_t place = 0;
    assay_take(ASSAY_UNIT, name, &place, sizeof place);
    return place;
}

/* ---- What the machine asked for when the program looked at it (made.rs) ---- */

enum { MAX_ROOMS = 256 };

struct room {
    uint32_t object, is_front;
};

static uint32_t level;
static struct room rooms[MAX_ROOMS];
static unsigned room_count;

static _Bool is_next(const char *name) {
    return assay_next->kind == ASSAY_UNIT && strcmp(assay_next->source, name) == 0;
}

/* These stand before all other inputs. */
void __assay_unit_begin(void) {
    while (is_next("(bounds)"))
        assay_take(ASSAY_UNIT, "(bounds)", &level, sizeof level);
    while (is_next("(room)")) {
        struct room room;
        assay_take(ASSAY_UNIT, "(room)", &room, sizeof room);
        if (room_count < MAX_ROOMS)
            rooms[room_count++] = room;
    }
}

uint32_t __assay_unit_level(void) { return level; }

void __assay_unit_first(uint64_t value) { (void)value; }

static _Bool has_room(uint32_t object, uint32_t is_front) {
    for (unsigned i = 0; i < room_count; i++)
        if (rooms[i].object == object && rooms[i].is_front == is_front)
            return 1;
    return 0;
}

void *__assay_unit_reserve(uint32_t number, size_t size, size_t first, size_t front, size_t back,
                           _Bool is_lazy, _Bool is_enough) {
    (void)first, (void)is_lazy, (void)is_enough;
    front = has_room(number, 1) ? front : 0;
    back = has_room(number, 0) ? back : 0;
    char *block = __assay_malloc(front + size + back);
    memset(block, 0, front + size + back);
    return block + front;
}

void __assay_unit_resize(void *at, size_t size) { (void)at, (void)size; }

void __assay_unit_extent(void *at, const void *length, uint32_t length_size, _Bool is_signed,
                         size_t element) {
    (void)at, (void)length, (void)length_size, (void)is_signed, (void)element;
}

static unit_answerer *answerer;

void __assay_unit_answerer(unit_answerer *function) { answerer = function; }

void __assay_unit_answered(const void *at, uint32_t number) { (void)at, (void)number; }

const void *assay_unit_object(unsigned number) { return __assay_unit_object_at(number); }

void __assay_unit_maker(unit_maker *maker) {
    for (;;) {
        if (is_next("(answer)")) {
            uint32_t row;
            assay_take(ASSAY_UNIT, "(answer)", &row, sizeof row);
            answerer(row);
            continue;
        }
        if (!is_next("(touch)"))
            break;
        struct {
            uint32_t object, is_write;
            int64_t offset;
            uint64_t size;
        } part;
        assay_take(ASSAY_UNIT, "(touch)", &part, sizeof part);
        maker(part.object, (ptrdiff_t)part.offset, (size_t)part.size, part.is_write);
    }
}

void __assay_unit_made(void) {}

void __assay_unit_assume(_Bool condition) {
    if (!condition)
        assay_stop(ASSAY_ASSUMPTION_FAILED, "an assumption about the unit's inputs does not hold");
}

uint64_t __assay_select(_Bool c, uint64_t a, uint64_t b) { return c ? a : b; }
uint64_t __assay_current(uint64_t v) { return v; }
_Bool __assay_decide(_Bool c) { return c; }

/* The C library maps blocks of this size one by one, from high addresses to low ones. */
#define SCATTERED (1ul << 20)

void *__assay_malloc(size_t size) {
    return assay_is_scattered ? __real_malloc(size + SCATTERED) : malloc(size);
}

/* What the unit gives back to the heap is not looked at any more. */
void assay_unit_released(const void *block, size_t size) {
    const unsigned char *start = block;
    for (unsigned i = 0; i < leaf_count; i++)
        if (leaves[i].at >= start && leaves[i].at < start + size)
            leaves[i].size = 0;
}

static void record(const char *lvalue, uint32_t kind, const void *bytes, uint32_t size) {
    uint32_t head[3] = {kind, (uint32_t)strlen(lvalue) + 1, size};
    if (record_count++ >= MAX_RECORDS)
        return;
    unsigned char *record = assay_observed(sizeof head + head[1] + size);
    if (!record)
        return;
    memcpy(record, head, sizeof head);
    memcpy(record + sizeof head, lvalue, head[1]);
    memcpy(record + sizeof head + head[1], bytes, size);
}

static void observe(const unsigned char *at, uint32_t type, const char *lvalue);

static void observe_member(const unsigned char *at, const struct unit_member *member,
                           const char *whole) {
    const char *name = __assay_unit_names + member->name;
    char lvalue[256];
    if (member->bits)
        return; /* compared as part of nothing: a bit-field has no address */
    if (*name)
        snprintf(lvalue, sizeof lvalue, "%s.%s", whole, name);
    else
        snprintf(lvalue, sizeof lvalue, "%s", whole);
    observe(at + member->bit_offset / 8, member->type, lvalue);
}

static void observe_pointer(const unsigned char *at, const char *lvalue) {
    void *pointer;
    memcpy(&pointer, at, sizeof pointer);
    const char *known = pointer ? __assay_unit_reference(pointer) : "0";
    record(lvalue, UNIT_POINTER, known ? known : "", known ? (uint32_t)strlen(known) : 0);
}

static void observe(const unsigned char *at, uint32_t type, const char *lvalue) {
    const struct unit_type *t = &__assay_unit_types[type];
    switch (t->kind) {
    case UNIT_OPAQUE:
    case UNIT_FUNCTION:
    case UNIT_STREAM:
    case UNIT_UNION:
    case UNIT_ARRAY:
        return;
    case UNIT_POINTER:
        observe_pointer(at, lvalue);
        return;
    case UNIT_STRUCT:
        for (uint32_t i = 0; i < t->members; i++)
            observe_member(at, &__assay_unit_members[t->first + i], lvalue);
        return;
    default:
        record(lvalue, t->kind, at, t->kind == UNIT_FLOAT && t->size > 10 ? 10 : t->size);
    }
}

void __assay_unit_returned(const void *result, uint32_t type) {
    if (result)
        observe(result, type, "assay_result");
    for (unsigned i = 0; i < leaf_count; i++)
        if (memcmp(leaves[i].before, leaves[i].at, leaves[i].size) != 0)
            record(leaves[i].lvalue, leaves[i].kind, leaves[i].at, leaves[i].size);
}
