// regcomp: POSIX basic and extended regular expressions with glibc's additions (`\+`, `\?`, `\|` in
// basic ones, `\w`, `\b`, `\<` and their kin in both).
//
// One pass over the text by recursive descent. What is repeated is a run of steps, so a
// repetition copies that run as often as it must be there and wraps the rest. Each character
// of the expression is compared with the few that mean something; of an expression that is an
// input, that is one branch each.

#include "ctype.h"
#include "regex.h"

struct parser {
    const char *p;
    struct expression *to;
    int depth; // open groups
    unsigned closed; // groups that can be referred to, a bit each
    int error;
};

static _Bool is_extended(const struct parser *c) {
    return (c->to->flags & REG_EXTENDED) != 0;
}

static void fail(struct parser *c, int error) {
    if (c->error == 0)
        c->error = error;
}

// ---- Steps ------------------------------------------------------------------------------

static void add(struct parser *c, struct step step) {
    if (c->to->count == MOST_STEPS)
        __assay_unsupported("a very long regular expression");
    c->to->steps[c->to->count++] = step;
}

static void add_simple(struct parser *c, enum step_kind kind, int value) {
    add(c, (struct step){.kind = kind, .value = value});
}

// Makes room for one step before those from `start` on.
static void insert(struct parser *c, int start, struct step step) {
    add(c, step);
    struct step *steps = c->to->steps;
    for (int i = c->to->count - 1; i > start; i--) {
        steps[i] = steps[i - 1];
        if (steps[i].kind == STEP_SPLIT || steps[i].kind == STEP_JUMP) {
            steps[i].value += steps[i].value >= start;
            steps[i].other += steps[i].other >= start;
        }
    }
    steps[start] = step;
}

// Adds the steps [start, end) once more.
static void copy_run(struct parser *c, int start, int end) {
    int offset = c->to->count - start;
    for (int i = start; i < end; i++) {
        struct step step = c->to->steps[i];
        if (step.kind == STEP_SPLIT || step.kind == STEP_JUMP) {
            step.value += offset;
            step.other += offset;
        }
        add(c, step);
    }
}

static void make_optional(struct parser *c, int start) {
    insert(c, start, (struct step){.kind = STEP_SPLIT, .value = start + 1});
    c->to->steps[start].other = c->to->count;
}

static void make_loop(struct parser *c, int start) {
    make_optional(c, start);
    c->to->steps[start].other++;
    add_simple(c, STEP_JUMP, start);
}

enum { NO_LIMIT = -1, MOST_REPEATS = 255 };

// The run from `start` to the end, from `least` to `most` times.
static void repeat(struct parser *c, int start, int least, int most) {
    if (least > MOST_REPEATS || most > MOST_REPEATS)
        __assay_unsupported("a regular expression with a large repetition");
    int end = c->to->count;
    if (most == 0) {
        c->to->count = start;
        return;
    }
    for (int i = 1; i < least; i++)
        copy_run(c, start, end);
    if (least == 0 && most == NO_LIMIT) {
        make_loop(c, start);
    } else if (most == NO_LIMIT) {
        int again = c->to->count;
        copy_run(c, start, end);
        make_loop(c, again);
    } else {
        int optional = most - least;
        if (least == 0) {
            // The first copy is there already; all others may follow it.
            for (int i = 1; i < most; i++)
                copy_run(c, start, end);
            for (int i = most - 1; i >= 0; i--)
                make_optional(c, start + i * (end - start));
            return;
        }
        int first = c->to->count;
        for (int i = 0; i < optional; i++)
            copy_run(c, start, end);
        for (int i = optional - 1; i >= 0; i--)
            make_optional(c, first + i * (end - start));
    }
}

// ---- Sets -------------------------------------------------------------------------------

static _Bool *new_set(void) {
    _Bool *set = __assay_malloc(256);
    memset(set, 0, 256);
    return set;
}

static void add_class(_Bool *set, int (*is_member)(int)) {
    for (int i = 0; i < 256; i++)
        set[i] |= is_member(i) != 0;
}

struct class {
    const char *name;
    int (*is_member)(int);
};

static _Bool is_text(const char *p, const char *text) {
    for (; *text != 0; p++, text++)
        if (*p != *text)
            return 0;
    return p[0] == ':' && p[1] == ']';
}

// `[:name:]`, with `p` behind the colon.
static const char *parse_class(struct parser *c, const char *p, _Bool *set) {
    static const struct class classes[] = {
        {"alpha", isalpha}, {"digit", isdigit}, {"alnum", isalnum}, {"upper", isupper},
        {"lower", islower}, {"space", isspace}, {"blank", isblank}, {"punct", ispunct},
        {"print", isprint}, {"graph", isgraph}, {"cntrl", iscntrl}, {"xdigit", isxdigit}};
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
        if (is_text(p, classes[i].name)) {
            _Bool folds = (c->to->flags & REG_ICASE) && (i == 3 || i == 4);
            add_class(set, folds ? isalpha : classes[i].is_member);
            return p + strlen(classes[i].name) + 2;
        }
    fail(c, REG_ECTYPE);
    return p;
}

// One end of a range: a character, or `[.x.]`.
static const char *parse_end(struct parser *c, const char *p, unsigned char *end) {
    if (p[0] == '[' && (p[1] == '.' || p[1] == '=')) {
        if (p[2] == 0 || p[3] != p[1] || p[4] != ']') {
            fail(c, p[2] == 0 ? REG_EBRACK : REG_ECOLLATE);
            return p;
        }
        *end = (unsigned char)p[2];
        return p + 5;
    }
    *end = (unsigned char)*p;
    return p + 1;
}

static void add_member(struct parser *c, _Bool *set, unsigned byte) {
    set[byte] = 1;
    if (c->to->flags & REG_ICASE) {
        if (islower((int)byte))
            set[byte - 32] = 1;
        if (isupper((int)byte))
            set[byte + 32] = 1;
    }
}

static const char *parse_range(struct parser *c, const char *p, _Bool *set) {
    unsigned char low, high;
    p = parse_end(c, p, &low);
    high = low;
    if (c->error == 0 && p[0] == '-' && p[1] != ']' && p[1] != 0)
        p = parse_end(c, p + 1, &high);
    if (high < low)
        fail(c, REG_ERANGE);
    for (unsigned i = low; c->error == 0 && i <= high; i++)
        add_member(c, set, i);
    return p;
}

// `[abc]`, with the bracket passed.
static void parse_set(struct parser *c) {
    _Bool *set = new_set();
    const char *p = c->p;
    _Bool inverted = *p == '^';
    p += inverted;
    const char *first = p;
    while (c->error == 0 && (*p != ']' || p == first)) {
        if (*p == 0)
            fail(c, REG_EBRACK);
        else if (p[0] == '[' && p[1] == ':')
            p = parse_class(c, p + 2, set);
        else
            p = parse_range(c, p, set);
    }
    c->p = c->error == 0 ? p + 1 : p;
    for (int i = 0; inverted && i < 256; i++)
        set[i] = !set[i];
    if (inverted && (c->to->flags & REG_NEWLINE))
        set['\n'] = 0;
    add(c, (struct step){.kind = STEP_SET, .set = set});
}

static void add_word_set(struct parser *c, _Bool inverted, int (*is_member)(int)) {
    _Bool *set = new_set();
    add_class(set, is_member);
    set['_'] |= is_member == isalnum;
    for (int i = 0; inverted && i < 256; i++)
        set[i] = !set[i];
    add(c, (struct step){.kind = STEP_SET, .set = set});
}

// ---- Expressions ------------------------------------------------------------------------

static void parse_alternatives(struct parser *c);

// True before the operator, which in basic expressions has a backslash.
static _Bool is_operator(const struct parser *c, char operator) {
    if (is_extended(c))
        return c->p[0] == operator;
    return c->p[0] == '\\' && c->p[1] == operator;
}

static void pass_operator(struct parser *c) {
    c->p += is_extended(c) ? 1 : 2;
}

static _Bool closes(const struct parser *c) {
    return is_operator(c, ')') && (c->depth > 0 || !is_extended(c));
}

static void parse_group(struct parser *c) {
    int group = ++c->to->groups;
    add_simple(c, STEP_SAVE, 2 * group);
    c->depth++;
    parse_alternatives(c);
    c->depth--;
    if (c->error == 0 && !is_operator(c, ')'))
        fail(c, REG_EPAREN);
    else if (c->error == 0)
        pass_operator(c);
    add_simple(c, STEP_SAVE, 2 * group + 1);
    if (group < 32)
        c->closed |= 1u << group;
}

static void parse_escape(struct parser *c) {
    char letter = c->p[1];
    if (letter == 0) {
        fail(c, REG_EESCAPE);
        return;
    }
    c->p += 2;
    if (letter >= '1' && letter <= '9') {
        if (!(c->closed & 1u << (letter - '0')))
            fail(c, REG_ESUBREG);
        c->to->has_references = 1;
        add_simple(c, STEP_AGAIN, letter - '0');
    } else if (letter == 'w' || letter == 'W') {
        add_word_set(c, letter == 'W', isalnum);
    } else if (letter == 's' || letter == 'S') {
        add_word_set(c, letter == 'S', isspace);
    } else if (letter == '<') {
        add_simple(c, STEP_WORD_EDGE, EDGE_START);
    } else if (letter == '>') {
        add_simple(c, STEP_WORD_EDGE, EDGE_END);
    } else if (letter == 'b') {
        add_simple(c, STEP_WORD_EDGE, EDGE_ANY);
    } else if (letter == 'B') {
        add_simple(c, STEP_WORD_EDGE, EDGE_NONE);
    } else if (letter == '`') {
        add_simple(c, STEP_WORD_EDGE, EDGE_TEXT_START);
    } else if (letter == '\'') {
        add_simple(c, STEP_WORD_EDGE, EDGE_TEXT_END);
    } else {
        add_simple(c, STEP_BYTE, (unsigned char)letter);
    }
}

// In basic expressions `^` and `$` are anchors only at the ends of an alternative.
static _Bool ends_here(const struct parser *c, const char *p) {
    return *p == 0 || (p[0] == '\\' && (p[1] == ')' || p[1] == '|')) ||
           (p[0] == '\n' && (c->to->flags & REG_NEWLINE));
}

static _Bool is_repetition(const struct parser *c) {
    return *c->p == '*' || is_operator(c, '+') || is_operator(c, '?') || is_operator(c, '{');
}

// One thing that can be repeated; false if it is an anchor, which cannot.
static _Bool parse_atom(struct parser *c, _Bool is_first) {
    char letter = *c->p;
    if (is_operator(c, '(')) {
        pass_operator(c);
        parse_group(c);
    } else if (letter == '\\') {
        parse_escape(c);
    } else if (letter == '[') {
        c->p++;
        parse_set(c);
    } else if (letter == '.') {
        c->p++;
        _Bool *set = new_set();
        memset(set, 1, 256);
        set['\n'] = !(c->to->flags & REG_NEWLINE);
        add(c, (struct step){.kind = STEP_SET, .set = set});
    } else if (letter == '^' && (is_extended(c) || is_first)) {
        c->p++;
        add_simple(c, STEP_LINE_START, 0);
        return 0;
    } else if (letter == '$' && (is_extended(c) || ends_here(c, c->p + 1))) {
        c->p++;
        add_simple(c, STEP_LINE_END, 0);
        return 0;
    } else {
        c->p++;
        add_simple(c, STEP_BYTE, (unsigned char)letter);
    }
    return 1;
}

static const char *parse_number(const char *p, int *number) {
    *number = NO_LIMIT;
    for (; *p >= '0' && *p <= '9'; p++)
        if (*number < 100000)
            *number = (*number == NO_LIMIT ? 0 : *number) * 10 + (*p - '0');
    return p;
}

// `{least,most}`, with the brace passed.
static void parse_bounds(struct parser *c, int start) {
    int least, most;
    const char *p = parse_number(c->p, &least);
    _Bool has_comma = *p == ',';
    if (has_comma)
        p = parse_number(p + 1, &most);
    else
        most = least;
    if (least == NO_LIMIT) {
        if (!has_comma || most == NO_LIMIT) {
            fail(c, *p == 0 ? REG_EBRACE : REG_BADBR);
            return;
        }
        least = 0;
    }
    c->p = p;
    if (!is_operator(c, '}'))
        fail(c, *p == 0 ? REG_EBRACE : REG_BADBR);
    else if ((most != NO_LIMIT && least > most) || least > 32767)
        fail(c, REG_BADBR);
    if (c->error != 0)
        return;
    pass_operator(c);
    repeat(c, start, least, most);
}

static void parse_repetitions(struct parser *c, int start) {
    while (c->error == 0 && is_repetition(c)) {
        if (*c->p == '*') {
            c->p++;
            repeat(c, start, 0, NO_LIMIT);
            continue;
        }
        char operator = c->p[!is_extended(c)];
        pass_operator(c);
        if (operator == '{')
            parse_bounds(c, start);
        else
            repeat(c, start, operator == '+', operator == '+' ? NO_LIMIT : 1);
    }
}

// A repetition with nothing before it.
static void parse_lonely_repetition(struct parser *c) {
    if (is_extended(c) || is_operator(c, '{')) {
        fail(c, REG_BADRPT);
        return;
    }
    c->p += *c->p == '\\';
    add_simple(c, STEP_BYTE, (unsigned char)*c->p++);
}

static void parse_branch(struct parser *c) {
    _Bool is_first = 1, after_anchor = 0;
    while (c->error == 0 && *c->p != 0 && !is_operator(c, '|') && !closes(c)) {
        if ((is_first || after_anchor) && is_repetition(c)) {
            parse_lonely_repetition(c);
            is_first = after_anchor = 0;
            continue;
        }
        int start = c->to->count;
        after_anchor = !parse_atom(c, is_first);
        is_first = 0;
        if (!after_anchor)
            parse_repetitions(c, start);
    }
}

// All alternatives so far are one when the next comes: split(all so far; jump to the end, next).
static void parse_alternatives(struct parser *c) {
    int start = c->to->count;
    parse_branch(c);
    while (c->error == 0 && is_operator(c, '|')) {
        pass_operator(c);
        make_optional(c, start);
        c->to->steps[start].other++;
        int jump = c->to->count;
        add_simple(c, STEP_JUMP, 0);
        parse_branch(c);
        c->to->steps[jump].value = c->to->count;
    }
}

int regcomp(regex_t *regex, const char *pattern, int flags) {
    struct expression *e = __assay_malloc(sizeof *e);
    *e = (struct expression){.flags = flags};
    e->steps = __assay_malloc(MOST_STEPS * sizeof *e->steps);
    memset(regex, 0, sizeof *regex);
    struct parser c = {.p = __assay_settle_pointer(pattern), .to = e};
    add_simple(&c, STEP_SAVE, 0);
    parse_alternatives(&c);
    if (c.error == 0 && *c.p != 0)
        fail(&c, REG_EPAREN);
    add_simple(&c, STEP_SAVE, 1);
    add_simple(&c, STEP_MATCH, 0);
    if (c.error != 0) {
        __assay_free(e->steps);
        __assay_free(e);
        return c.error;
    }
    regex->expression = e;
    regex->re_nsub = (size_t)e->groups;
    return 0;
}

void regfree(regex_t *regex) {
    if (regex->expression == NULL)
        return;
    __assay_free(regex->expression->steps);
    __assay_free(regex->expression);
    regex->expression = NULL;
}

size_t regerror(int code, const regex_t *regex, char *to, size_t size) {
    static const char *const messages[] = {
        "Success", "No match", "Invalid regular expression", "Invalid collation character",
        "Invalid character class name", "Trailing backslash", "Invalid back reference",
        "Unmatched [, [^, [:, [., or [=", "Unmatched ( or \\(", "Unmatched \\{",
        "Invalid content of \\{\\}", "Invalid range end", "Memory exhausted",
        "Invalid preceding regular expression"};
    (void)regex;
    if (code < 0 || code > REG_BADRPT)
        __assay_abort();
    size_t length = strlen(messages[code]) + 1;
    if (size > 0) {
        size_t count = length < size ? length : size;
        memcpy(to, messages[code], count);
        to[count - 1] = 0;
    }
    return length;
}
