// Makes the inputs of a unit by type.
//
// Nothing here branches on an input, so the driver is one path: a pointer is a term that chooses
// between addresses, and what the unit does with it makes the decisions. Only the number of
// elements behind a parameter, and which member a union has, split the path, when they are made.
//
// Objects are made breadth first, so that a bound on their number cuts the deep ones. Every
// object is named after the member or parameter that points to it, and every input is named by the
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
    MAX_NAMES = 1 << 19,
    MAX_INPUT_NAMES = 1 << 17, // the rest is for objects and pointers
    MAX_PENDING = 512,
    MAX_OBJECTS = 256,
    MAX_OPTIONS = 6,
    MAX_MEMBERS = 4, // of a union that are tried
    MAX_UNIONS = 4,  // of which all these are tried
    MAX_LVALUE = 256,
    NAMES_OF_OBJECT = 5, // its name, how it is written twice, its end, what points to it
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

// The name of a part of an object.
static struct text begin_part(void) {
    struct text text = begin();
    text.is_cut |= names_used > MAX_INPUT_NAMES;
    return text;
}

static const char *element_name(const char *array, size_t index) {
    struct text text = begin_part();
    add(&text, array);
    add(&text, "[");
    add_number(&text, index);
    add(&text, "]");
    return end(&text);
}

// `whole` is an lvalue, or `*pointer` for what a pointer to one object points to.
static const char *member_name(const char *whole, const char *member) {
    struct text text = begin_part();
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

struct object {
    void *at;
    uint32_t type; // of its elements
    size_t count;
    const char *reference; // what a pointer to it is written as
    const char *lvalue;    // what it is itself
    size_t length;         // of the elements in use, for an array
    const char *end;       // a pointer behind them
};

struct pending {
    void *at;
    uint32_t type;
    const char *lvalue;
    uint32_t flags;
    uint32_t depth;
};

static struct object objects[MAX_OBJECTS];
static uint32_t object_count;
static struct pending queue[MAX_PENDING];
static uint32_t queue_head, queue_tail;

static _Bool is_object(const char *name) {
    for (uint32_t i = 0; i < object_count; i++) {
        const char *other = objects[i].lvalue;
        if (other && is_same(*other == '*' ? other + 1 : other, name))
            return 1;
    }
    return 0;
}

static const struct unit_type *type_of(uint32_t type) {
    return &__assay_unit_types[type];
}

// ---- Making values ------------------------------------------------------------------------

static void make(void *at, uint32_t type, const char *lvalue, uint32_t flags, uint32_t depth);

static void make_scalar(void *at, uint32_t type, const char *lvalue, uint32_t flags) {
    const struct unit_type *t = type_of(type);
    __assay_unit_value(at, t->size, t->kind, lvalue, (flags & UNIT_GLOBAL) != 0);
}

static void make_array(void *at, const struct unit_type *t, const char *lvalue, uint32_t flags,
                       uint32_t depth) {
    const struct unit_type *element = type_of(t->target);
    size_t count = t->count < __assay_unit_bounds.elements ? t->count : __assay_unit_bounds.elements;
    if (count == 0)
        return;
    if (element->kind == UNIT_CHAR) {
        __assay_unit_bytes(at, count, 1, lvalue, (flags & UNIT_GLOBAL) != 0);
        return;
    }
    for (size_t i = 0; i < count; i++)
        make((char *)at + i * element->size, t->target, element_name(lvalue, i), flags, depth);
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
    if (member->bits && !*name)
        return; // padding
    const char *lvalue = *name ? member_name(whole, name) : whole;
    if (member->bits && lvalue)
        make_bit_field(structure, member, lvalue);
    else if (!member->bits)
        make((char *)structure + member->bit_offset / 8, member->type, lvalue,
             flags | member->flags, depth);
}

// The largest member, one with pointers before one without.
static const struct unit_member *main_member(const struct unit_type *t) {
    const struct unit_member *best = 0;
    for (uint32_t i = 0; i < t->members; i++) {
        const struct unit_member *member = &__assay_unit_members[t->first + i];
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
        const struct unit_member *member = &__assay_unit_members[t->first + i];
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

// Which one is an input, in the first few unions of a unit.
static void make_union(void *at, const struct unit_type *t, const char *lvalue, uint32_t flags,
                       uint32_t depth) {
    static uint32_t choices;
    const struct unit_member *list[MAX_MEMBERS];
    if (t->members == 0)
        return;
    uint32_t count = list_members(t, list), chosen = count - 1;
    if (count > 1 && lvalue && is_room_for(1) && !(flags & UNIT_GLOBAL) && choices < MAX_UNIONS) {
        choices++;
        size_t number = __assay_unit_count(choice_name(lvalue), 0, count - 1);
        for (chosen = 0; chosen < count - 1 && !__assay_decide(number == chosen); chosen++)
            ;
    }
    make_member(at, list[chosen], lvalue, flags, depth);
}

static void make_struct(void *at, const struct unit_type *t, const char *lvalue, uint32_t flags,
                        uint32_t depth) {
    if (t->kind == UNIT_UNION) {
        make_union(at, t, lvalue, flags, depth);
        return;
    }
    for (uint32_t i = 0; i < t->members; i++)
        make_member(at, &__assay_unit_members[t->first + i], lvalue, flags, depth);
}

static void postpone(void *at, uint32_t type, const char *lvalue, uint32_t flags, uint32_t depth) {
    if (queue_tail < MAX_PENDING)
        queue[queue_tail++] = (struct pending){at, type, lvalue, flags, depth};
    else if (!(flags & UNIT_GLOBAL))
        memset(at, 0, sizeof(void *));
}

static void make(void *at, uint32_t type, const char *lvalue, uint32_t flags, uint32_t depth) {
    const struct unit_type *t = type_of(type);
    if (!lvalue)
        return;
    switch (t->kind) {
    case UNIT_POINTER:
        postpone(at, type, lvalue, flags, depth);
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

// ---- Making objects behind pointers -------------------------------------------------------

// What a pointer can be, in the order in which it is tried.
struct options {
    void *address[MAX_OPTIONS];
    uint32_t count;
    struct text text;
};

static void offer(struct options *options, void *address, const char *expression) {
    if (options->count == MAX_OPTIONS)
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

static void settle(void *at, const char *lvalue, struct options *options) {
    if (options->count == 0)
        return;
    const char *text = end(&options->text);
    uint32_t choice = __assay_unit_choice(lvalue, text);
    uint64_t address = (uintptr_t)options->address[0];
    for (uint32_t i = 1; i < options->count; i++)
        address = __assay_select(choice == i, (uintptr_t)options->address[i], address);
    *(uintptr_t *)at = (uintptr_t)address;
}

// An object of `count` elements; up to `most` of them, as an input, if that is more.
static struct object *add_object(const char *for_lvalue, uint32_t type, size_t count, size_t most) {
    struct object *object = &objects[object_count++];
    const char *name = object_name(for_lvalue, object_count);
    _Bool is_single = most == 1;
    if (most > 1)
        count = __assay_unit_count(name, count, most);
    size_t size = type_of(type)->size;
    void *at = __assay_malloc(count * size);
    // The path knows the number by now.
    count = __assay_current(count);
    memset(at, 0, count * size);
    struct text reference = begin(), lvalue;
    if (is_single && !__assay_unit_bounds.is_heap)
        add(&reference, "&");
    add(&reference, name);
    const char *written = end(&reference);
    lvalue = begin();
    if (is_single && __assay_unit_bounds.is_heap)
        add(&lvalue, "*");
    add(&lvalue, name);
    *object = (struct object){at, type, count, written, end(&lvalue), 0, 0};
    __assay_unit_object(name, at, type, count, is_single);
    return object;
}

static const char *element_address(const struct object *object, size_t index) {
    struct text text = begin();
    add(&text, object->reference);
    add(&text, " + ");
    add_number(&text, index);
    return end(&text);
}

static void mark_end(struct object *object, size_t length) {
    object->length = length;
    object->end = element_address(object, length);
}

static void make_elements(struct object *object, _Bool is_single, uint32_t depth) {
    const struct unit_type *t = type_of(object->type);
    if (is_single) {
        make(object->at, object->type, object->lvalue, 0, depth);
        return;
    }
    mark_end(object, object->count);
    for (size_t i = 0; i < object->count && i < __assay_unit_bounds.elements; i++)
        make((char *)object->at + i * t->size, object->type, element_name(object->lvalue, i), 0, depth);
}

// Characters, all of them inputs.
static void make_bytes(struct object *object) {
    mark_end(object, object->count);
    __assay_unit_bytes(object->at, object->count, 1, object->lvalue, 0);
}

// The most elements behind a pointer.
static size_t most_of(uint32_t flags, size_t usual) {
    return flags >> UNIT_MOST ? flags >> UNIT_MOST : usual;
}

// Characters: a string, or bytes. What may be written to has room behind the string.
static struct object *make_text(const char *lvalue, uint32_t type, uint32_t flags, _Bool is_const) {
    size_t text = most_of(flags, __assay_unit_bounds.text);
    size_t room = is_const || (flags & UNIT_BUFFER) || text >= __assay_unit_bounds.room
                      ? text + 1
                      : __assay_unit_bounds.room;
    struct object *object = add_object(lvalue, type, room, 0);
    mark_end(object, text);
    __assay_unit_bytes(object->at, flags & UNIT_BUFFER ? room : text, 1, object->lvalue, 0);
    return object;
}

static struct object *make_object(const struct pending *pointer) {
    const struct unit_type *p = type_of(pointer->type);
    const struct unit_type *target = type_of(p->target);
    if (target->kind == UNIT_CHAR && !(pointer->flags & UNIT_SINGLE))
        return make_text(pointer->lvalue, p->target, pointer->flags, p->is_const);
    _Bool is_parameter = pointer->depth == 0;
    _Bool is_aggregate = target->kind == UNIT_STRUCT || target->kind == UNIT_UNION;
    size_t most = most_of(pointer->flags,
                          is_parameter ? __assay_unit_bounds.items : __assay_unit_bounds.nested);
    // Only who asks for several gets several of these.
    _Bool is_usually_single = is_aggregate || target->kind == UNIT_POINTER;
    if ((is_usually_single && !(pointer->flags >> UNIT_MOST)) || (pointer->flags & UNIT_SINGLE))
        most = 1;
    struct object *object = is_parameter || most == 1
                                ? add_object(pointer->lvalue, p->target, 1, most)
                                : add_object(pointer->lvalue, p->target, most, 0);
    make_elements(object, most == 1, pointer->depth + 1);
    return object;
}

static void offer_others(struct options *options, const struct object *own, uint32_t type) {
    for (uint32_t i = 0; i < object_count; i++)
        if (&objects[i] != own && objects[i].type == type)
            offer(options, objects[i].at, objects[i].reference);
}

static void point_to_function(const struct pending *pointer, uint32_t type) {
    struct options options = {.text = begin()};
    for (uint32_t i = 0; i < __assay_unit_callable_count; i++)
        if (__assay_unit_callables[i].type == type)
            offer(&options, __assay_unit_callable_addresses[i],
                  __assay_unit_names + __assay_unit_callables[i].name);
    if (!(pointer->flags & UNIT_NOT_NULL))
        offer(&options, 0, "0");
    settle(pointer->at, pointer->lvalue, &options);
}

// To the end of an array that was made before; the latest is the likeliest. False without one.
static _Bool point_to_end(const struct pending *pointer, uint32_t type) {
    struct options options = {.text = begin()};
    for (uint32_t i = object_count; i-- > 0;) {
        const struct object *object = &objects[i];
        if (object->type != type || !object->end)
            continue;
        _Bool is_first = options.count == 0;
        offer(&options, (char *)object->at + object->length * type_of(type)->size, object->end);
        if (is_first && !(pointer->flags & UNIT_NOT_NULL))
            offer(&options, 0, "0");
    }
    settle(pointer->at, pointer->lvalue, &options);
    return options.count > 0;
}

// A stream on a few bytes, or none.
static void point_to_stream(const struct pending *pointer) {
    struct options options = {0};
    if (object_count < __assay_unit_bounds.objects && object_count < MAX_OBJECTS &&
        is_room_for(NAMES_OF_OBJECT)) {
        struct object *content = add_object(pointer->lvalue, BYTE, 1, MAX_STREAM);
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
    if (!options.count || !(pointer->flags & UNIT_NOT_NULL))
        offer(&options, 0, "0");
    settle(pointer->at, pointer->lvalue, &options);
}

static void point(const struct pending *pointer) {
    uint32_t target = type_of(pointer->type)->target;
    const struct unit_type *t = type_of(target);
    // What the program has initialised keeps pointing there.
    if ((pointer->flags & UNIT_GLOBAL) && *(void **)pointer->at)
        return;
    if (t->kind == UNIT_FUNCTION) {
        point_to_function(pointer, target);
        return;
    }
    if (t->kind == UNIT_STREAM) {
        point_to_stream(pointer);
        return;
    }
    if ((pointer->flags & UNIT_END) && point_to_end(pointer, target))
        return;
    _Bool is_possible = t->size > 0 && pointer->depth < __assay_unit_bounds.depth &&
                        object_count < __assay_unit_bounds.objects &&
                        object_count < MAX_OBJECTS && is_room_for(NAMES_OF_OBJECT);
    struct object *own = is_possible ? make_object(pointer) : 0;
    struct options options = {.text = begin()};
    _Bool null_first = (pointer->flags & UNIT_GLOBAL) != 0;
    if (null_first)
        offer(&options, 0, "0");
    if (own)
        offer(&options, own->at, own->reference);
    if (!null_first && (!own || !(pointer->flags & UNIT_NOT_NULL)))
        offer(&options, 0, "0");
    offer_others(&options, own, target);
    settle(pointer->at, pointer->lvalue, &options);
}

// To this object or nowhere.
static void point_to(void *at, const char *lvalue, const struct object *object, uint32_t flags) {
    struct options options = {.text = begin()};
    offer(&options, object->at, object->reference);
    if (!(flags & UNIT_NOT_NULL))
        offer(&options, 0, "0");
    settle(at, lvalue, &options);
}

// ---- What the driver calls ----------------------------------------------------------------

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

static void write_integer(void *at, uint32_t type, uint64_t value) {
    switch (type_of(type)->size) {
    case 1:
        *(uint8_t *)at = (uint8_t)value;
        return;
    case 2:
        *(uint16_t *)at = (uint16_t)value;
        return;
    case 4:
        *(uint32_t *)at = (uint32_t)value;
        return;
    default:
        *(uint64_t *)at = value;
    }
}

// A length that may be negative is a number like any other.
static size_t make_signed_length(void *length, uint32_t type, const char *lvalue, int64_t least,
                                 size_t most) {
    make_scalar(length, type, lvalue, 0);
    __assay_unit_range(length, type, least, (int64_t)most);
    int64_t value = integer_at(length, type);
    return __assay_decide(value < 0) ? 0 : (size_t)value;
}

static size_t make_length(void *length, uint32_t type, const char *lvalue, size_t least,
                          size_t most) {
    size_t count = __assay_unit_count(lvalue, least, most);
    write_integer(length, type, count);
    return count;
}

void __assay_unit_sized(void *at, uint32_t type, const char *lvalue, uint32_t flags, void *length,
                        uint32_t length_type, const char *length_lvalue, int64_t least,
                        int64_t greatest) {
    uint32_t target = type_of(type)->target;
    _Bool is_text = type_of(target)->kind == UNIT_CHAR;
    size_t most =
        most_of(flags, is_text ? __assay_unit_bounds.text : __assay_unit_bounds.sized);
    if (least > 0 && most < (size_t)least)
        most = (size_t)least;
    if (most > (size_t)greatest)
        most = (size_t)greatest;
    size_t count = least < 0
                       ? make_signed_length(length, length_type, length_lvalue, least, most)
                       : make_length(length, length_type, length_lvalue, (size_t)least, most);
    struct object *object = add_object(lvalue, target, count, 0);
    if (is_text)
        make_bytes(object);
    else
        make_elements(object, 0, 1);
    point_to(at, lvalue, object, flags);
}

void __assay_unit_exactly(void *at, uint32_t type, const char *lvalue, uint32_t flags,
                          uint32_t count) {
    uint32_t target = type_of(type)->target;
    struct object *object = add_object(lvalue, target, count, 0);
    if (type_of(target)->kind == UNIT_CHAR)
        make_bytes(object);
    else
        make_elements(object, 0, 1);
    point_to(at, lvalue, object, flags);
}

void __assay_unit_ready(void) {
    while (queue_head < queue_tail)
        point(&queue[queue_head++]);
}

// Natively: how a test writes the address of something that was made here; null for others.
const char *__assay_unit_reference(const void *address) {
    for (uint32_t i = 0; i < object_count; i++)
        if (objects[i].at == address)
            return objects[i].reference;
    for (uint32_t i = 0; i < object_count; i++) {
        const struct object *object = &objects[i];
        size_t size = type_of(object->type)->size;
        uintptr_t offset = (uintptr_t)address - (uintptr_t)object->at;
        if (object->end && offset <= object->count * size && offset % size == 0)
            return element_address(object, offset / size);
    }
    return 0;
}
