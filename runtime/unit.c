// Makes the inputs of a unit by type.
//
// Nothing here branches on an input, so the driver is one path: a pointer is a term that chooses
// between addresses, and what the unit does with it makes the decisions. Only which member a union has, and
// how far bounds are raised, split the path, where they matter.
//
// What is behind a pointer is an address at first. When the unit looks at a part of it, that part is made
// (`touch`): a number becomes an input, a pointer gets an address of its own. So there is no end to what is behind pointers, and
// nothing is made that nobody looks at. Natively the same parts are made in the same order before the
// unit is called.
//
// Every object is named after the member or parameter that points to it, and every input is named by the
// C expression that a test assigns it to.

#include "unit.h"

void *__assay_malloc(size_t size);
void *memset(void *to, int byte, size_t n);
void *fmemopen(void *bytes, size_t size, const char *mode);
uint64_t __assay_select(_Bool c, uint64_t a, uint64_t b);
uint64_t __assay_current(uint64_t v);
_Bool __assay_decide(_Bool c);

enum {
    BYTE = 0, // the number of the type `unsigned char`
    MAX_STREAM = 8, // bytes; as many as the sizes of an object that are tried
    MAX_NAMES = 1 << 20,
    MAX_OBJECTS = 1 << 13,
    MAX_BITS = 1 << 20, // bytes of all objects of which it is known whether they are made, by eight
    MAX_OPTIONS = 8,
    MAX_MEMBERS = 4, // of a union that are tried
    MAX_UNIONS = 4,  // of which all these are tried
    MAX_NESTING = 8, // of structs in which others are looked for
    MAX_ELEMENTS = 64, // of an array in a variable of the program that are inputs
    MAX_STRING = 256, // characters of an array that are made at once
    MAX_LVALUE = 256,
    NAMES_OF_OBJECT = 6, // its name, how it is written twice, its end, what points to it, its parts
    FIRST_LENGTH = 8, // of a sequence whose length is an input
    FRONT = 64, // bytes that there may be before an object
    BACK = 256, // and behind it
    CHUNK = 16, // of these, so many are made together
    LARGE_PLACES = 4, // at which a pointer may be in an array of structs or pointers
    DEEPEST_PLACE = 2, // of a pointer that may name any element of its object
    TAIL = 16, // elements with pointers of an array without a size at the end of a struct
    SHORTEST_TAIL = 8, // of any that are large
};

// ---- Names --------------------------------------------------------------------------------

static char names[MAX_NAMES];
static size_t names_used;

// A text being put together at the end of the names, if there is room for it.
struct text {
    char *start;
    size_t length;
    _Bool is_cut;
};

static _Bool is_room_for(size_t texts) {
    return names_used + texts * MAX_LVALUE <= MAX_NAMES;
}

static struct text begin(void) {
    return (struct text){names + names_used, 0, !is_room_for(1)};
}

static void add(struct text *text, const char *part) {
    while (*part && !text->is_cut) {
        if (text->length == MAX_LVALUE - 1)
            text->is_cut = 1;
        else
            text->start[text->length++] = *part++;
    }
}

static void add_number(struct text *text, size_t number) {
    char digits[24];
    unsigned at = sizeof digits - 1;
    digits[at] = 0;
    do
        digits[--at] = (char)('0' + number % 10);
    while (number /= 10);
    add(text, digits + at);
}

// Null if the text did not fit: what has no name is no input.
static const char *end(struct text *text) {
    if (text->is_cut)
        return 0;
    text->start[text->length] = 0;
    names_used += text->length + 1;
    return text->start;
}

static const char *element_name(const char *array, size_t index) {
    struct text text = begin();
    add(&text, array);
    add(&text, "[");
    add_number(&text, index);
    add(&text, "]");
    return end(&text);
}

// `whole` is an lvalue, or `*pointer` for what a pointer to one object points to.
static const char *member_name(const char *whole, const char *member) {
    struct text text = begin();
    if (whole[0] == '*') {
        add(&text, whole + 1);
        add(&text, "->");
    } else {
        add(&text, whole);
        add(&text, ".");
    }
    add(&text, member);
    return end(&text);
}

static _Bool is_name_character(char c) {
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static _Bool is_same(const char *a, const char *b) {
    while (*a && *a == *b)
        a++, b++;
    return *a == *b;
}

// Whether a parameter or a variable of the program has this name: inputs are told apart by their names.
static _Bool is_variable(const char *name) {
    for (const char *at = __assay_unit_variables; *at; at++) {
        if (is_same(at, name))
            return 1;
        while (*at)
            at++;
    }
    return 0;
}

static _Bool is_object(const char *name);

// The last identifier of an lvalue and a number: `next2` for `list1.items[0].next`.
static const char *object_name(const char *lvalue, size_t number) {
    const char *from = "object", *to = from + 6;
    for (const char *at = lvalue; *at;) {
        const char *start = at;
        while (is_name_character(*at))
            at++;
        if (at > start && !(*start >= '0' && *start <= '9'))
            from = start, to = at;
        if (*at)
            at++;
    }
    struct text text = begin();
    while (from < to && text.length < MAX_LVALUE - 32)
        text.start[text.length++] = *from++;
    add_number(&text, number);
    for (; !text.is_cut; add(&text, "_")) {
        text.start[text.length] = 0;
        if (!is_variable(text.start) && !is_object(text.start))
            break;
    }
    return end(&text);
}

// ---- What there is ------------------------------------------------------------------------

enum shape {
    SINGLE, // one element
    ITEMS,  // as many elements as bounds allow
    TEXT,   // characters, made all at once; as many as bounds allow
    SIZED,  // as many elements as an input says
    EXACT,  // a fixed number
    KNOWN,  // a variable of the program
};

struct object {
    char *at;
    uint32_t type;  // of its elements
    uint32_t shape; // enum shape
    uint32_t flags; // of the pointer that it was made for
    uint32_t depth;
    size_t count;          // of its elements; in a sized one, the most
    size_t limit;          // bytes that there are for sure: natively, those of its elements
    size_t text;           // characters in use
    const char *name;
    const char *reference; // what a pointer to it is written as
    const char *lvalue;    // what it is itself
    unsigned char *made;   // a bit for each byte
    _Bool is_const;
    _Bool is_settled; // the bound on its elements is known
    _Bool is_whole;   // all of it is made
    _Bool is_length;  // of a sized one: the integer is its length
    uint32_t room;    // which chunks of what is around it are made
};

static struct object objects[MAX_OBJECTS];
static uint32_t object_count;
static unsigned char bits[MAX_BITS];
static size_t bits_used;

static _Bool is_object(const char *name) {
    for (uint32_t i = 0; i < object_count; i++)
        if (objects[i].shape != KNOWN && is_same(objects[i].name, name))
            return 1;
    return 0;
}

static const struct unit_type *type_of(uint32_t type) {
    return &__assay_unit_types[type];
}

static size_t size_of(const struct object *object) {
    return type_of(object->type)->size;
}

// ---- Bounds -------------------------------------------------------------------------------

static const struct unit_bounds *bounds(void) {
    static const struct unit_bounds *row;
    if (!row)
        row = &__assay_unit_bounds[__assay_unit_level()];
    return row;
}

// Those for which there must be addresses.
static const struct unit_bounds *widest_bounds(void) {
#if __STDC_HOSTED__
    return bounds();
#else
    return &__assay_unit_bounds[UNIT_LEVELS - 1];
#endif
}

// The most elements behind a pointer.
static size_t most_of(uint32_t flags, size_t usual) {
    return flags >> UNIT_MOST ? flags >> UNIT_MOST : usual;
}

// How many elements an object has within these bounds.
static size_t count_within(const struct object *object, const struct unit_bounds *row) {
    if (object->shape == ITEMS)
        return most_of(object->flags, object->depth ? row->nested : row->items);
    if (object->shape != TEXT)
        return object->count;
    // What may be written to has room behind the string.
    size_t text = most_of(object->flags, row->text);
    _Bool is_full = object->is_const || (object->flags & UNIT_BUFFER) || text >= row->room;
    return is_full ? text + 1 : row->room;
}

static void tell(const struct object *object) {
    __assay_unit_object(object->name, object->at, object->type, object->count,
                        object->shape == SINGLE);
}

// The bound on an object's elements, from the moment at which it matters.
static void settle_bounds(struct object *object) {
    if (object->is_settled)
        return;
    object->is_settled = 1;
    const struct unit_bounds *row = bounds();
    object->count = count_within(object, row);
    object->limit = object->count * size_of(object);
    object->text = most_of(object->flags, row->text);
    __assay_unit_resize(object->at, object->limit);
    tell(object);
}

// ---- Making values ------------------------------------------------------------------------

// What is being made now: a part of this object, or, without one, all of what is given.
static struct {
    struct object *object;
    size_t from, to; // in bytes
    _Bool is_write;  // all of it is written as soon as it is there
} part;

static _Bool is_made(const struct object *object, size_t offset) {
    return object->made[offset / 8] >> offset % 8 & 1;
}

static void mark_made(const struct object *object, size_t offset, size_t size) {
    for (size_t i = offset; i < offset + size; i++)
        object->made[i / 8] |= (unsigned char)(1u << i % 8);
}

// Where bytes of the object begin that are made now.
static size_t offset_of(const void *at) {
    return (size_t)((const char *)at - part.object->at);
}

static _Bool is_wanted(const void *at, size_t size) {
    if (!part.object)
        return 1;
    size_t offset = offset_of(at);
    return offset < part.to && offset + size > part.from;
}

enum making { NOT, UNREAD, AS_INPUT };

// Whether a number or pointer is to be made: not twice, and not if nobody will see what it is.
static enum making how_to_make(const void *at, size_t size) {
    if (!part.object)
        return AS_INPUT;
    size_t offset = offset_of(at);
    if (is_made(part.object, offset))
        return NOT;
    mark_made(part.object, offset, size);
    _Bool is_covered = offset >= part.from && offset + size <= part.to;
    return part.is_write && is_covered ? UNREAD : AS_INPUT;
}

// Natively an object has no more bytes than elements, though there are inputs for more.
static char elsewhere[512];

static void *place_of(void *at, size_t size) {
    if (part.object && offset_of(at) + size > part.object->limit)
        return elsewhere;
    return at;
}

#if __STDC_HOSTED__
_Bool __assay_unit_is_elsewhere(const void *at) {
    return at == elsewhere;
}
#endif

static void make(void *at, uint32_t type, const char *lvalue, uint32_t flags, uint32_t depth);
static void point(void *at, uint32_t type, const char *lvalue, uint32_t flags, uint32_t depth);

static void make_scalar(void *at, uint32_t type, const char *lvalue, uint32_t flags) {
    const struct unit_type *t = type_of(type);
    enum making how = how_to_make(at, t->size);
    if (how == UNREAD)
        __assay_unit_unread(place_of(at, t->size), t->size, t->kind, lvalue);
    else if (how == AS_INPUT)
        __assay_unit_value(place_of(at, t->size), t->size, t->kind, lvalue,
                           (flags & UNIT_GLOBAL) != 0);
}

static void make_pointer(void *at, uint32_t type, const char *lvalue, uint32_t flags,
                         uint32_t depth) {
    if (how_to_make(at, sizeof(void *)) == AS_INPUT)
        point(place_of(at, sizeof(void *)), type, lvalue, flags, depth);
}

static void make_characters(char *at, size_t count, const char *lvalue, uint32_t flags) {
    if (how_to_make(at, count) == NOT)
        return;
    __assay_unit_bytes(at, count, 1, lvalue, (flags & UNIT_GLOBAL) != 0);
}

static void make_array(char *at, const struct unit_type *t, const char *lvalue, uint32_t flags,
                       uint32_t depth) {
    const struct unit_type *element = type_of(t->target);
    size_t count = t->count;
    if (!part.object && count > MAX_ELEMENTS)
        count = MAX_ELEMENTS;
    if (count == 0)
        return;
    // One string reads better than its characters, but of many only some are looked at.
    if (element->kind == UNIT_CHAR && count <= MAX_STRING) {
        if (place_of(at, count) == at)
            make_characters(at, count, lvalue, flags);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        char *place = at + i * element->size;
        if (is_wanted(place, element->size))
            make(place, t->target, element_name(lvalue, i), flags, depth);
    }
}

static void make_bit_field(void *structure, const struct unit_member *member, const char *lvalue) {
    uint32_t kind = type_of(member->type)->kind;
    uint64_t value = __assay_unit_bits(member->bits, kind, lvalue);
    unsigned char *bytes = structure;
    for (uint32_t i = 0; i < member->bits; i++) {
        uint32_t bit = member->bit_offset + i;
        unsigned char mask = (unsigned char)(1u << bit % 8);
        unsigned char set = (unsigned char)((value >> i & 1) << bit % 8);
        bytes[bit / 8] = (unsigned char)((bytes[bit / 8] & ~mask) | set);
    }
}

static void make_member(void *structure, const struct unit_member *member, const char *whole,
                        uint32_t flags, uint32_t depth) {
    const char *name = __assay_unit_names + member->name;
    const char *lvalue = *name ? member_name(whole, name) : whole;
    make((char *)structure + member->bit_offset / 8, member->type, lvalue, flags | member->flags,
         depth);
}

// The bytes that a bit-field has a part of.
static size_t first_byte(const struct unit_member *member) {
    return member->bit_offset / 8;
}

static size_t bytes_of(const struct unit_member *member) {
    return (member->bit_offset + member->bits + 7) / 8 - first_byte(member);
}

static const struct unit_member *member_of(const struct unit_type *t, uint32_t index) {
    return &__assay_unit_members[t->first + index];
}

// Bit-fields share bytes, so all those of a struct are made at once.
static void make_bit_fields(char *at, const struct unit_type *t, const char *lvalue) {
    _Bool is_asked = !part.object;
    for (uint32_t i = 0; i < t->members; i++) {
        const struct unit_member *member = member_of(t, i);
        char *bytes = at + first_byte(member);
        if (member->bits && part.object && is_wanted(bytes, bytes_of(member)))
            is_asked |= !is_made(part.object, offset_of(bytes));
    }
    if (!is_asked || place_of(at, t->size) != at)
        return;
    for (uint32_t i = 0; i < t->members && part.object; i++) {
        const struct unit_member *member = member_of(t, i);
        if (!member->bits)
            continue;
        memset(at + first_byte(member), 0, bytes_of(member));
        mark_made(part.object, offset_of(at) + first_byte(member), bytes_of(member));
    }
    for (uint32_t i = 0; i < t->members; i++) {
        const struct unit_member *member = member_of(t, i);
        const char *name = __assay_unit_names + member->name;
        if (!member->bits || !*name)
            continue; // padding
        const char *written = member_name(lvalue, name);
        if (written)
            make_bit_field(at, member, written);
    }
}

// The largest member, one with pointers before one without.
static const struct unit_member *main_member(const struct unit_type *t) {
    const struct unit_member *best = 0;
    for (uint32_t i = 0; i < t->members; i++) {
        const struct unit_member *member = member_of(t, i);
        const struct unit_type *candidate = type_of(member->type);
        const struct unit_type *chosen = best ? type_of(best->type) : 0;
        if (!chosen || candidate->size > chosen->size ||
            (candidate->size == chosen->size && candidate->has_pointers > chosen->has_pointers))
            best = member;
    }
    return best;
}

// Which members a union can be made as: any bits of a number are there in its largest member, but
// a pointer needs an object behind it. So the others are those with pointers, each type once, and
// the largest one without. The main member comes last, which is tried first.
static uint32_t list_members(const struct unit_type *t, const struct unit_member **list) {
    const struct unit_member *main = main_member(t), *plain = 0;
    uint32_t count = 0;
    for (uint32_t i = 0; i < t->members; i++) {
        const struct unit_member *member = member_of(t, i);
        const struct unit_type *type = type_of(member->type);
        if (!type->has_pointers) {
            if (!plain || type->size > type_of(plain->type)->size)
                plain = member;
            continue;
        }
        _Bool is_new = member->type != main->type;
        for (uint32_t k = 0; k < count; k++)
            is_new &= list[k]->type != member->type;
        if (is_new && count < MAX_MEMBERS - 2)
            list[count++] = member;
    }
    if (plain && plain != main && type_of(main->type)->has_pointers)
        list[count++] = plain;
    list[count++] = main;
    return count;
}

// What is chosen has a name that no expression has.
static const char *choice_name(const char *lvalue) {
    struct text name = begin();
    add(&name, "(member of ");
    add(&name, lvalue);
    add(&name, ")");
    return end(&name);
}

// Which one is an input, in the first few unions of a unit. All of a union is made at once.
static void make_union(char *at, const struct unit_type *t, const char *lvalue, uint32_t flags,
                       uint32_t depth) {
    static uint32_t choices;
    const struct unit_member *list[MAX_MEMBERS];
    if (t->members == 0)
        return;
    size_t from = part.from, to = part.to;
    _Bool is_write = part.is_write;
    if (part.object) {
        size_t offset = offset_of(at);
        if (is_made(part.object, offset))
            return;
        if (is_write && offset >= from && offset + t->size <= to) {
            mark_made(part.object, offset, t->size);
            return;
        }
        if (offset + t->size > part.object->limit)
            return;
        memset(at, 0, t->size);
        part.from = offset, part.to = offset + t->size, part.is_write = 0;
    }
    uint32_t count = list_members(t, list), chosen = count - 1;
    if (count > 1 && lvalue && is_room_for(1) && !(flags & UNIT_GLOBAL) && choices < MAX_UNIONS) {
        choices++;
        size_t number = __assay_unit_count(choice_name(lvalue), 0, count - 1);
        for (chosen = 0; chosen < count - 1 && !__assay_decide(number == chosen); chosen++)
            ;
    }
    if (list[chosen]->bits)
        make_bit_fields(at, t, lvalue);
    else
        make_member(at, list[chosen], lvalue, flags, depth);
    if (part.object) {
        mark_made(part.object, part.from, t->size);
        part.from = from, part.to = to, part.is_write = is_write;
    }
}

static void make_struct(char *at, const struct unit_type *t, const char *lvalue, uint32_t flags,
                        uint32_t depth) {
    if (t->kind == UNIT_UNION) {
        make_union(at, t, lvalue, flags, depth);
        return;
    }
    make_bit_fields(at, t, lvalue);
    for (uint32_t i = 0; i < t->members; i++) {
        const struct unit_member *member = member_of(t, i);
        size_t size = type_of(member->type)->size;
        if (!member->bits && is_wanted(at + member->bit_offset / 8, size))
            make_member(at, member, lvalue, flags, depth);
    }
}

static void make(void *at, uint32_t type, const char *lvalue, uint32_t flags, uint32_t depth) {
    const struct unit_type *t = type_of(type);
    if (!lvalue)
        return;
    switch (t->kind) {
    case UNIT_POINTER:
        make_pointer(at, type, lvalue, flags, depth);
        return;
    case UNIT_ARRAY:
        make_array(at, t, lvalue, flags, depth);
        return;
    case UNIT_STRUCT:
    case UNIT_UNION:
        make_struct(at, t, lvalue, flags, depth);
        return;
    case UNIT_OPAQUE:
    case UNIT_FUNCTION:
    case UNIT_STREAM:
        return;
    default:
        make_scalar(at, type, lvalue, flags);
    }
}

// ---- Objects ------------------------------------------------------------------------------

static _Bool is_room_for_object(void) {
    return object_count < MAX_OBJECTS && is_room_for(NAMES_OF_OBJECT);
}

static const char *prefixed(const char *prefix, const char *name) {
    struct text text = begin();
    add(&text, prefix);
    add(&text, name);
    return end(&text);
}

// An object that has no memory yet. The caller has looked whether there is room for one.
static struct object *begin_object(const char *for_lvalue, uint32_t type, enum shape shape,
                                   uint32_t flags, uint32_t depth) {
    struct object *object = &objects[object_count];
    const char *name = object_name(for_lvalue, object_count + 1);
    _Bool is_heap = __assay_unit_is_heap;
    *object = (struct object){.type = type, .shape = shape, .flags = flags, .depth = depth};
    object->name = name;
    object->reference = shape == SINGLE && !is_heap ? prefixed("&", name) : name;
    object->lvalue = shape == SINGLE && is_heap ? prefixed("*", name) : name;
    object->is_settled = shape != ITEMS && shape != TEXT;
    object_count++;
    return object;
}

// An array at the end of a struct that has as many elements as there is memory behind it: written `[]`, `[0]` or `[1]`.
struct tail {
    const struct unit_member *member;
    uint32_t type;  // of its elements
    uint32_t first; // that the struct itself does not hold
    size_t at;      // where in the struct that one is
};

static _Bool find_tail(uint32_t type, struct tail *tail) {
    const struct unit_type *t = type_of(type);
    if (t->kind != UNIT_STRUCT || t->members == 0)
        return 0;
    const struct unit_member *last = member_of(t, t->members - 1);
    const struct unit_type *array = type_of(last->type);
    if (array->kind != UNIT_ARRAY || array->count > 1 || type_of(array->target)->size == 0)
        return 0;
    size_t at = last->bit_offset / 8 + array->size;
    *tail = (struct tail){last, array->target, array->count, at};
    return 1;
}

static size_t tail_length(const struct tail *tail) {
    const struct unit_type *element = type_of(tail->type);
    size_t usual = element->has_pointers ? TAIL : BACK / element->size;
    return usual < SHORTEST_TAIL ? SHORTEST_TAIL : usual;
}

// How many bytes there may be behind an object.
static size_t back_of(const struct object *object) {
    struct tail tail;
    if (object->shape != SINGLE)
        return 0;
    if (!find_tail(object->type, &tail) || type_of(tail.type)->size == 1)
        return BACK;
    size_t end = tail.at + tail_length(&tail) * type_of(tail.type)->size;
    return (end - size_of(object) + CHUNK - 1) / CHUNK * CHUNK;
}

// Memory for so many elements, which are made when the unit looks at them. Of them, so many are held.
static void reserve(struct object *object, size_t most, size_t held) {
    size_t back = back_of(object), size = most * size_of(object) + back;
    _Bool is_lazy = bits_used + size / 8 + 1 <= MAX_BITS;
    if (is_lazy) {
        object->made = bits + bits_used;
        bits_used += size / 8 + 1;
    }
    _Bool has_room = is_lazy && object->shape != SIZED;
    uint32_t number = (uint32_t)(object - objects);
    size_t first = count_within(object, &__assay_unit_bounds[0]) * size_of(object);
    object->at = __assay_unit_reserve(number, held * size_of(object), first, has_room ? FRONT : 0,
                                      has_room ? back : 0, is_lazy,
                                      (object->flags & UNIT_LOOSE) && object->shape != SIZED);
    object->limit = held * size_of(object);
    object->count = held;
}

// One or more elements, as many as bounds allow.
static struct object *add_object(const char *lvalue, uint32_t type, enum shape shape,
                                 uint32_t flags, uint32_t depth, _Bool is_const) {
    struct object *object = begin_object(lvalue, type, shape, flags, depth);
    object->count = 1;
    object->is_const = is_const;
    size_t most = count_within(object, widest_bounds());
    reserve(object, most, most);
    // Until the bound matters, there are as many as at first.
    object->count = count_within(object, &__assay_unit_bounds[0]);
    object->text = most_of(flags, __assay_unit_bounds[0].text);
    tell(object);
    return object;
}

static struct object *add_exactly(const char *lvalue, uint32_t type, uint32_t flags, size_t count,
                                  uint32_t depth) {
    struct object *object = begin_object(lvalue, type, EXACT, flags, depth);
    object->text = object->count = count;
    reserve(object, count, count);
    tell(object);
    return object;
}

static const char *element_address(const struct object *object, size_t index) {
    struct text text = begin();
    add(&text, object->reference);
    add(&text, " + ");
    add_number(&text, index);
    return end(&text);
}

// What stands before an object or behind it: bytes.
static void make_room(struct object *object, ptrdiff_t from, ptrdiff_t to) {
    ptrdiff_t size = (ptrdiff_t)(object->count * size_of(object));
    _Bool is_front = from < 0;
    ptrdiff_t start = is_front ? -FRONT : size, end_of_room = is_front ? 0 : size + BACK;
    from = start + (from - start) / CHUNK * CHUNK;
    for (; from < to && from < end_of_room; from += CHUNK) {
        uint32_t chunk = (uint32_t)((from - start) / CHUNK) + (is_front ? 0 : FRONT / CHUNK);
        struct text text = begin();
        add(&text, is_front ? "(before " : "(behind ");
        add(&text, object->name);
        add(&text, ")[");
        add_number(&text, (size_t)(from - start));
        add(&text, "]");
        const char *lvalue = end(&text);
        if (lvalue && !(object->room >> chunk & 1))
            __assay_unit_bytes(object->at + from, CHUNK, 0, lvalue, 0);
        object->room |= 1u << chunk;
    }
}

// All characters at once; what is behind them is zero.
static void make_whole(struct object *object) {
    size_t size = object->shape == SIZED ? object->limit : object->count * size_of(object);
    _Bool is_all = object->shape != TEXT || (object->flags & UNIT_BUFFER);
    size_t used = is_all ? size : object->text;
    object->is_whole = 1;
    if (used > size)
        used = size;
    memset(object->at + used, 0, size - used);
    __assay_unit_bytes(object->at, used, 1, object->lvalue, 0);
}

static void begin_part(struct object *object, size_t from, size_t to, _Bool is_write) {
    for (size_t i = from; i < to; i++)
        if (!is_made(object, i) && i < object->limit)
            object->at[i] = 0;
    part.object = object;
    part.from = from, part.to = to, part.is_write = is_write;
}

// Elements at the end of a struct, as far as there is memory for them.
static void make_tail(const struct object *object, const struct tail *tail) {
    const char *name = __assay_unit_names + tail->member->name;
    const char *array = *name ? member_name(object->lvalue, name) : 0;
    size_t size = type_of(tail->type)->size;
    for (size_t i = 0; array && tail->at + (i + 1) * size <= object->limit; i++) {
        char *place = object->at + tail->at + i * size;
        if (is_wanted(place, size))
            make(place, tail->type, element_name(array, tail->first + i), 0, object->depth + 1);
    }
}

static void make_part(struct object *object, size_t from, size_t to, _Bool is_write) {
    const struct unit_type *t = type_of(object->type);
    struct tail tail;
    begin_part(object, from, to, is_write);
    for (size_t i = from / t->size; i * t->size < to; i++) {
        const char *lvalue = object->shape == SINGLE ? object->lvalue
                                                     : element_name(object->lvalue, i);
        make(object->at + i * t->size, object->type, lvalue, 0, object->depth + 1);
    }
    if (object->shape == SINGLE && find_tail(object->type, &tail))
        make_tail(object, &tail);
    part.object = 0;
    mark_made(object, from, to - from);
}

// What is behind an object: elements of the array at its end, or bytes.
static void make_behind(struct object *object, size_t from, size_t to, _Bool is_write) {
    struct tail tail;
    if (!find_tail(object->type, &tail) || type_of(tail.type)->size == 1) {
        make_room(object, (ptrdiff_t)from, (ptrdiff_t)to);
        return;
    }
    object->limit = size_of(object) + back_of(object);
    begin_part(object, from, to, is_write);
    make_tail(object, &tail);
    part.object = 0;
    mark_made(object, from, to - from);
}

// The unit looks at some bytes of an object.
static void touch(uint32_t number, ptrdiff_t from, size_t size, uint32_t is_write) {
    struct object *object = &objects[number];
    ptrdiff_t to = from + (ptrdiff_t)size;
    settle_bounds(object);
    ptrdiff_t own = (ptrdiff_t)(object->count * size_of(object));
    if (from < 0)
        make_room(object, from, to < 0 ? to : 0);
    if (object->shape == SINGLE && to > own)
        make_behind(object, (size_t)(from > own ? from : own), (size_t)to, is_write != 0);
    from = from < 0 ? 0 : from;
    to = to > own ? own : to;
    _Bool is_text = type_of(object->type)->kind == UNIT_CHAR && object->shape != SINGLE;
    if (from < to && is_text && !object->is_whole)
        make_whole(object);
    else if (from < to && !is_text)
        make_part(object, (size_t)from, (size_t)to, is_write != 0);
    __assay_unit_made();
}

// ---- Pointers -----------------------------------------------------------------------------

// What a pointer can be, in the order in which it is tried.
struct options {
    void *address[MAX_OPTIONS];
    uint32_t count;
    struct text text;
};

static void offer(struct options *options, void *address, const char *expression) {
    if (options->count == MAX_OPTIONS || !expression)
        return;
    struct text longer = options->text;
    if (options->count)
        add(&longer, "|");
    add(&longer, expression);
    if (longer.is_cut)
        return;
    options->text = longer;
    options->address[options->count++] = address;
}

static void choose(void *at, const char *lvalue, struct options *options) {
    if (options->count == 0)
        return;
    const char *text = end(&options->text);
    uint32_t choice = __assay_unit_choice(lvalue, text);
    uint64_t address = (uintptr_t)options->address[0];
    for (uint32_t i = 1; i < options->count; i++)
        address = __assay_select(choice == i, (uintptr_t)options->address[i], address);
    *(uintptr_t *)at = (uintptr_t)address;
    for (uint32_t i = 0; i < object_count; i++)
        if (objects[i].shape == SIZED && (objects[i].flags & UNIT_LOOSE))
            __assay_unit_assume(objects[i].is_length | (address != (uintptr_t)objects[i].at));
}

static _Bool is_sequence(const struct object *object) {
    return object->shape == ITEMS || object->shape == TEXT;
}

// The latest sequence of this type, into which a pointer may point.
static struct object *latest_sequence(uint32_t type) {
    for (uint32_t i = object_count; i-- > 0;) {
        struct object *object = &objects[i];
        _Bool is_long = is_sequence(object) || object->shape == EXACT ||
                        (object->shape == KNOWN && object->count > 1);
        if (object->type == type && is_long)
            return object;
    }
    return 0;
}

static size_t place_up_to(size_t most, const char *lvalue) {
    struct text name = begin();
    add(&name, "(place of ");
    add(&name, lvalue);
    add(&name, ")");
    size_t place = __assay_unit_place(end(&name), most);
    return (size_t)__assay_select(place <= most, place, 0);
}

// Where in a sequence: an element.
static char *place_in(struct object *object, const char *lvalue) {
    size_t count = object->shape == TEXT ? object->text + 1 : object->count;
    enum unit_kind kind = type_of(object->type)->kind;
    // All of what lies at any place would have to be made.
    _Bool is_large = kind == UNIT_STRUCT || kind == UNIT_UNION || kind == UNIT_POINTER;
    if (is_large && count > LARGE_PLACES)
        count = LARGE_PLACES;
    return object->at + place_up_to(count ? count - 1 : 0, lvalue) * size_of(object);
}

static const char *place_text(const struct object *object) {
    struct text text = begin();
    add(&text, object->reference);
    add(&text, " + #");
    return end(&text);
}

// Bytes of the program in which a struct of this type may lie, as in a heap of its own.
static struct object *latest_storage(uint32_t type) {
    if (type_of(type)->kind != UNIT_STRUCT)
        return 0;
    for (uint32_t i = object_count; i-- > 0;) {
        struct object *object = &objects[i];
        if (object->shape == KNOWN && size_of(object) == 1 &&
            object->count >= 2 * (size_t)type_of(type)->size)
            return object;
    }
    return 0;
}

// What the address of a struct of this type is a multiple of, for all that its size says.
static size_t alignment_of(uint32_t type) {
    size_t size = type_of(type)->size, alignment = 1;
    while (alignment < 16 && size % (2 * alignment) == 0)
        alignment *= 2;
    return alignment;
}

static size_t place_in_storage(const struct object *storage, uint32_t type, const char *lvalue) {
    return place_up_to((storage->count - type_of(type)->size) / alignment_of(type), lvalue);
}

static void offer_storage(struct options *options, const struct object *storage, uint32_t type,
                          size_t place) {
    size_t step = alignment_of(type);
    // A text of its own, behind that of the options.
    struct text text = {options->text.start + MAX_LVALUE, 0, !is_room_for(2)};
    add(&text, "(void *)(");
    add(&text, storage->reference);
    add(&text, " + ");
    add_number(&text, step);
    add(&text, " * #)");
    if (text.is_cut)
        return;
    text.start[text.length] = 0;
    offer(options, storage->at + place * step, text.start);
}

// With bits in the address that say something else.
static void offer_tagged(struct options *options, const struct object *object, size_t tag) {
    // A text of its own, behind that of the options.
    struct text text = {options->text.start + MAX_LVALUE, 0, !is_room_for(2)};
    add(&text, "(void *)((char *)");
    add(&text, object->reference);
    add(&text, " + #)");
    if (text.is_cut)
        return;
    text.start[text.length] = 0;
    offer(options, object->at + tag, text.start);
}

// The first part of a struct or an array that has this type. Its offset, or -1; the text becomes its name.
static ptrdiff_t find_part(uint32_t whole, uint32_t type, struct text *name, unsigned depth) {
    const struct unit_type *t = type_of(whole);
    if (whole == type)
        return 0;
    if (depth == MAX_NESTING || t->size < type_of(type)->size)
        return -1;
    size_t before = name->length;
    if (t->kind == UNIT_ARRAY) {
        add(name, "[0]");
        return find_part(t->target, type, name, depth + 1);
    }
    for (uint32_t i = 0; t->kind == UNIT_STRUCT && i < t->members; i++) {
        const struct unit_member *member = member_of(t, i);
        const char *member_name = __assay_unit_names + member->name;
        name->length = before;
        if (*member_name) {
            add(name, ".");
            add(name, member_name);
        }
        ptrdiff_t offset = find_part(member->type, type, name, depth + 1);
        if (offset >= 0)
            return (ptrdiff_t)(member->bit_offset / 8) + offset;
    }
    return -1;
}

// A struct within another one, as links of lists are.
static void offer_part(struct options *options, const struct object *object, uint32_t type) {
    // A text of its own, behind that of the options.
    struct text name = {options->text.start + MAX_LVALUE, 0, !is_room_for(2)};
    const char *whole = object->lvalue;
    add(&name, whole[0] == '*' ? "&(" : "&");
    add(&name, whole);
    add(&name, whole[0] == '*' ? ")" : "");
    if (whole[0] != '*' && object->reference[0] != '&')
        add(&name, "[0]");
    ptrdiff_t offset = object->shape == SIZED ? -1 : find_part(object->type, type, &name, 0);
    if (offset < 0 || name.is_cut)
        return;
    name.start[name.length] = 0;
    offer(options, object->at + offset, name.start);
}

static void offer_others(struct options *options, const struct object *own, uint32_t type) {
    for (uint32_t i = 0; i < object_count; i++)
        if (&objects[i] != own && objects[i].type == type)
            offer(options, objects[i].at, objects[i].reference);
    if (type_of(type)->kind != UNIT_STRUCT)
        return;
    // Those that were made last are likelier to be meant.
    for (uint32_t i = object_count; i-- > 0 && options->count < MAX_OPTIONS;)
        if (&objects[i] != own && objects[i].type != type)
            offer_part(options, &objects[i], type);
}

static void point_to_function(void *at, const char *lvalue, uint32_t type, uint32_t flags) {
    struct options options = {.text = begin()};
    for (uint32_t i = 0; i < __assay_unit_callable_count; i++)
        if (__assay_unit_callables[i].type == type)
            offer(&options, __assay_unit_callable_addresses[i],
                  __assay_unit_names + __assay_unit_callables[i].name);
    if (!(flags & UNIT_NOT_NULL))
        offer(&options, 0, "0");
    choose(at, lvalue, &options);
}

// To the end of an array that was made before; the latest is the likeliest. False without one.
static _Bool point_to_end(void *at, const char *lvalue, uint32_t type, uint32_t flags) {
    const char *ends[MAX_OPTIONS];
    char *places[MAX_OPTIONS];
    uint32_t count = 0;
    for (uint32_t i = object_count; i-- > 0 && count < MAX_OPTIONS - 1;) {
        struct object *object = &objects[i];
        if (object->type != type || object->shape == SINGLE || object->shape == SIZED)
            continue;
        settle_bounds(object);
        size_t length = object->shape == TEXT ? object->text : object->count;
        places[count] = object->at + length * size_of(object);
        ends[count++] = element_address(object, length);
    }
    struct options options = {.text = begin()};
    for (uint32_t i = 0; i < count; i++) {
        offer(&options, places[i], ends[i]);
        if (i == 0 && !(flags & UNIT_NOT_NULL))
            offer(&options, 0, "0");
    }
    choose(at, lvalue, &options);
    return count > 0;
}

// A stream on a few bytes, or none.
static void point_to_stream(void *at, const char *lvalue, uint32_t flags) {
    struct options options = {0};
    if (is_room_for_object()) {
        struct object *content = begin_object(lvalue, BYTE, EXACT, 0, 0);
        content->count = __assay_unit_count(content->name, 1, MAX_STREAM);
        content->at = __assay_malloc(content->count);
        // The path knows the number by now.
        content->count = __assay_current(content->count);
        content->is_whole = 1;
        memset(content->at, 0, content->count);
        tell(content);
        __assay_unit_bytes(content->at, content->count, 1, content->lvalue, 0);
        options.text = begin();
        options.address[options.count++] = fmemopen(content->at, content->count, "r+");
        add(&options.text, "fmemopen(");
        add(&options.text, content->reference);
        add(&options.text, ", ");
        add_number(&options.text, content->count);
        add(&options.text, ", \"r+\")");
    } else {
        options.text = begin();
    }
    if (!options.count || !(flags & UNIT_NOT_NULL))
        offer(&options, 0, "0");
    choose(at, lvalue, &options);
}

// An object for a pointer of its own, if bounds allow one.
static struct object *own_object(uint32_t type, const char *lvalue, uint32_t flags,
                                 uint32_t depth) {
    const struct unit_type *p = type_of(type), *target = type_of(p->target);
    if (target->size == 0 || !is_room_for_object())
        return 0;
    const struct unit_bounds *first = &__assay_unit_bounds[0];
    if (depth >= first->depth && depth >= bounds()->depth)
        return 0;
    if (object_count >= first->objects && object_count >= bounds()->objects)
        return 0;
    if (target->kind == UNIT_CHAR && !(flags & UNIT_SINGLE))
        return add_object(lvalue, p->target, TEXT, flags, depth, p->is_const != 0);
    _Bool is_aggregate = target->kind == UNIT_STRUCT || target->kind == UNIT_UNION;
    // Only who asks for several gets several of these, or who steps through them.
    _Bool is_usually_single =
        (is_aggregate || target->kind == UNIT_POINTER) && !target->is_stepped;
    _Bool is_single =
        (is_usually_single && !(flags >> UNIT_MOST)) || (flags & UNIT_SINGLE) != 0;
    return add_object(lvalue, p->target, is_single ? SINGLE : ITEMS, flags, depth, 0);
}

static void point(void *at, uint32_t type, const char *lvalue, uint32_t flags, uint32_t depth) {
    uint32_t target = type_of(type)->target;
    const struct unit_type *t = type_of(target);
    // What the program has initialised keeps pointing there.
    if ((flags & UNIT_GLOBAL) && *(void **)at)
        return;
    if (t->kind == UNIT_FUNCTION) {
        point_to_function(at, lvalue, target, flags);
        return;
    }
    if (t->kind == UNIT_STREAM) {
        point_to_stream(at, lvalue, flags);
        return;
    }
    if ((flags & UNIT_END) && point_to_end(at, lvalue, target, flags))
        return;
    struct object *sequence = is_room_for(NAMES_OF_OBJECT) ? latest_sequence(target) : 0;
    if (sequence)
        settle_bounds(sequence);
    uint32_t kept = flags & ~(uint32_t)(UNIT_GLOBAL | UNIT_NOT_NULL | UNIT_END);
    struct object *own = own_object(type, lvalue, kept, depth);
    // Others may then lie before the first one.
    _Bool is_plain = t->kind != UNIT_STRUCT && t->kind != UNIT_UNION && t->kind != UNIT_POINTER;
    if (__assay_unit_orders && is_plain && !sequence && own && is_sequence(own) &&
        depth <= DEEPEST_PLACE)
        sequence = own;
    char *place = sequence ? place_in(sequence, lvalue) : 0;
    const char *written = sequence ? place_text(sequence) : 0;
    struct object *storage = sequence || !is_room_for(NAMES_OF_OBJECT) ? 0 : latest_storage(target);
    size_t stored = storage ? place_in_storage(storage, target, lvalue) : 0;
    _Bool is_tagged = __assay_unit_tags && own && !sequence && !storage && is_room_for(NAMES_OF_OBJECT);
    size_t tag = is_tagged ? place_up_to(__assay_unit_tags, lvalue) : 0;
    struct options options = {.text = begin()};
    _Bool null_first = (flags & UNIT_GLOBAL) != 0;
    if (null_first)
        offer(&options, 0, "0");
    if (own)
        offer(&options, own->at, own->reference);
    if (!null_first && (!own || !(flags & UNIT_NOT_NULL)))
        offer(&options, 0, "0");
    if (sequence)
        offer(&options, place, written);
    if (storage)
        offer_storage(&options, storage, target, stored);
    if (is_tagged)
        offer_tagged(&options, own, tag);
    offer_others(&options, own, target);
    choose(at, lvalue, &options);
}

// To this object or nowhere, or to the other one.
static void point_to(void *at, const char *lvalue, const struct object *object, uint32_t flags,
                     const struct object *other) {
    struct options options = {.text = begin()};
    offer(&options, object->at, object->reference);
    if (!(flags & UNIT_NOT_NULL))
        offer(&options, 0, "0");
    if (other)
        offer(&options, other->at, other->reference);
    choose(at, lvalue, &options);
}

// ---- What the driver calls ----------------------------------------------------------------

void __assay_unit_known(void *at, uint32_t type, const char *name) {
    const struct unit_type *t = type_of(type);
    if (object_count == MAX_OBJECTS || !is_room_for(1))
        return;
    struct object *object = &objects[object_count++];
    _Bool is_array = t->kind == UNIT_ARRAY;
    *object = (struct object){.at = at, .type = is_array ? t->target : type, .shape = KNOWN};
    object->count = is_array ? t->count : 1;
    object->name = name;
    object->reference = is_array ? name : prefixed("&", name);
    object->lvalue = name;
    object->is_settled = 1;
}

void __assay_unit_input(void *at, uint32_t type, const char *lvalue, uint32_t flags) {
    make(at, type, lvalue, flags, 0);
}

static int64_t integer_at(const void *at, uint32_t type) {
    const struct unit_type *t = type_of(type);
    _Bool is_signed = t->kind == UNIT_SIGNED || t->kind == UNIT_CHAR;
    switch (t->size) {
    // Without a type of their own, both would get one that may be unsigned.
    case 1:
        return is_signed ? (int64_t)*(const int8_t *)at : (int64_t)*(const uint8_t *)at;
    case 2:
        return is_signed ? (int64_t)*(const int16_t *)at : (int64_t)*(const uint16_t *)at;
    case 4:
        return is_signed ? (int64_t)*(const int32_t *)at : (int64_t)*(const uint32_t *)at;
    default:
        return *(const int64_t *)at;
    }
}

void __assay_unit_range(const void *at, uint32_t type, int64_t least, int64_t most) {
    int64_t value = integer_at(at, type);
    __assay_unit_assume((value >= least) & (value <= most));
}

void __assay_unit_sized(void *at, uint32_t type, const char *lvalue, uint32_t flags, void *length,
                        uint32_t length_type, const char *length_lvalue, int64_t least,
                        int64_t greatest) {
    uint32_t target = type_of(type)->target;
    const struct unit_type *l = type_of(length_type);
    size_t most = most_of(flags, bounds()->sized);
    if (least > 0 && most < (size_t)least)
        most = (size_t)least;
    if (most > (size_t)greatest)
        most = (size_t)greatest;
    // A type of few bits has no more.
    _Bool is_signed = l->kind == UNIT_SIGNED;
    uint32_t wide = l->size * 8 - is_signed;
    if (wide < 32 && most >> wide)
        most = ((size_t)1 << wide) - 1;
    make_scalar(length, length_type, length_lvalue, 0);
    __assay_unit_first(most < FIRST_LENGTH ? most : FIRST_LENGTH);
    int64_t count = integer_at(length, length_type);
    _Bool is_length = (count >= least) & (count <= (int64_t)most);
    if (!(flags & UNIT_LOOSE))
        __assay_unit_assume(is_length);
    struct object *object = begin_object(lvalue, target, SIZED, flags, 0);
#if __STDC_HOSTED__
    reserve(object, most, is_length && count > 0 ? (size_t)count : 0);
#else
    reserve(object, most, most);
#endif
    __assay_unit_extent(object->at, length, l->size, is_signed, type_of(target)->size);
    tell(object);
    // There are inputs for all of them.
    object->text = object->count = most;
    object->is_length = is_length;
    uint32_t kept = flags & ~(uint32_t)UNIT_NOT_NULL;
    struct object *other = flags & UNIT_LOOSE ? own_object(type, lvalue, kept, 0) : 0;
    point_to(at, lvalue, object, flags, other);
}

void __assay_unit_exactly(void *at, uint32_t type, const char *lvalue, uint32_t flags,
                          uint32_t count) {
    uint32_t target = type_of(type)->target;
    struct object *object = add_exactly(lvalue, target, flags, count, 0);
    point_to(at, lvalue, object, flags, 0);
}

// What a function answers is an object like those behind pointers; who asks copies it.
static void answer(uint32_t row) {
    const struct unit_answer *wanted = &__assay_unit_answers[row];
    struct object *object = 0;
    if (is_room_for_object()) {
        const char *name = __assay_unit_names + wanted->name;
        object = add_object(name, wanted->type, SINGLE, 0, 0, 0);
    }
    __assay_unit_answered(object ? object->at : 0, object_count - 1);
    __assay_unit_made();
}

void __assay_unit_ready(void) {
    __assay_unit_answerer(answer);
    __assay_unit_maker(touch);
}

const void *__assay_unit_object_at(uint32_t number) {
    return number < object_count ? objects[number].at : 0;
}

// Natively: how a test writes the address of something that was made here; null for others.
const char *__assay_unit_reference(const void *address) {
    for (uint32_t i = 0; i < object_count; i++)
        if (objects[i].at == address)
            return objects[i].reference;
    for (uint32_t i = 0; i < object_count; i++) {
        const struct object *object = &objects[i];
        size_t size = size_of(object);
        size_t all = object->shape == SIZED ? object->limit : object->count * size;
        uintptr_t offset = (uintptr_t)address - (uintptr_t)object->at;
        if (object->shape != SINGLE && size && offset <= all && offset % size == 0)
            return element_address(object, offset / size);
    }
    return 0;
}
