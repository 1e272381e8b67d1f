// regexec: the leftmost match, and of those the longest.
//
// The steps are tried depth first. A pair of step and position that failed once, or led to a
// match that is not longer, need not be tried again; that also ends loops over nothing. Only
// with back references, where the way there matters too, every way is tried. A byte of text
// that is an input is compared with one branch.

#include "regex.h"

enum { MOST_SLOTS = 64, NOWHERE = -1 };

struct search {
    const struct expression *expression;
    const char *text;
    int flags;
    int slot[MOST_SLOTS];
    int best[MOST_SLOTS]; // best[1] is NOWHERE without a match
    unsigned char *seen;  // a bit for each step at each position; null with back references
    int depth;
};

enum { DEEPEST = 20000 };

static _Bool is_word(char c) {
    unsigned letter = (unsigned)((unsigned char)c | 32) - 'a', digit = (unsigned)(unsigned char)c - '0';
    return (letter < 26) | (digit < 10) | (c == '_');
}

static _Bool at_line_start(const struct search *s, int at) {
    if (at == 0)
        return !(s->flags & REG_NOTBOL);
    return (s->expression->flags & REG_NEWLINE) && s->text[at - 1] == '\n';
}

static _Bool at_line_end(const struct search *s, int at) {
    if (s->text[at] == 0)
        return !(s->flags & REG_NOTEOL);
    return (s->expression->flags & REG_NEWLINE) && s->text[at] == '\n';
}

static _Bool at_edge(const struct search *s, int edge, int at) {
    if (edge == EDGE_TEXT_START)
        return at == 0;
    if (edge == EDGE_TEXT_END)
        return s->text[at] == 0;
    _Bool before = at > 0 && is_word(s->text[at - 1]), after = is_word(s->text[at]);
    switch (edge) {
    case EDGE_START:
        return !before && after;
    case EDGE_END:
        return before && !after;
    case EDGE_ANY:
        return before != after;
    default:
        return before == after;
    }
}

static _Bool same_byte(const struct search *s, char a, char b) {
    if (s->expression->flags & REG_ICASE)
        return __assay_fold_case((unsigned char)a) == __assay_fold_case((unsigned char)b);
    return a == b;
}

static int fits(_Bool condition) {
    return __assay_decide(condition) ? 1 : NOWHERE;
}

// How many bytes a step takes; NOWHERE if it does not fit.
static int taken(const struct search *s, const struct step *step, int at) {
    char byte = s->text[at];
    switch (step->kind) {
    case STEP_BYTE:
        return fits((byte != 0) & same_byte(s, byte, (char)step->value));
    case STEP_SET:
        return fits((byte != 0) & step->set[(unsigned char)byte]);
    case STEP_LINE_START:
        return __assay_decide(at_line_start(s, at)) ? 0 : NOWHERE;
    case STEP_LINE_END:
        return __assay_decide(at_line_end(s, at)) ? 0 : NOWHERE;
    case STEP_WORD_EDGE:
        return __assay_decide(at_edge(s, step->value, at)) ? 0 : NOWHERE;
    case STEP_AGAIN: {
        int from = s->slot[2 * step->value], length = s->slot[2 * step->value + 1] - from;
        if (from == NOWHERE || length < 0)
            return NOWHERE;
        for (int i = 0; i < length; i++)
            if (!__assay_decide((s->text[at + i] != 0) &
                                same_byte(s, s->text[at + i], s->text[from + i])))
                return NOWHERE;
        return length;
    }
    default:
        return 0;
    }
}

// True the first time.
static _Bool visit(struct search *s, int step, int at) {
    if (s->seen == NULL)
        return 1;
    size_t bit = (size_t)at * (size_t)s->expression->count + (size_t)step;
    unsigned char mask = (unsigned char)(1u << bit % 8);
    if (s->seen[bit / 8] & mask)
        return 0;
    s->seen[bit / 8] |= mask;
    return 1;
}

static void follow(struct search *s, int number, int at) {
    if (++s->depth > DEEPEST)
        __assay_unsupported("a regular expression that needs too many steps");
    while (visit(s, number, at)) {
        const struct step *step = &s->expression->steps[number];
        if (step->kind == STEP_MATCH) {
            if (at > s->best[1])
                memcpy(s->best, s->slot, sizeof s->best);
            break;
        }
        if (step->kind == STEP_SPLIT) {
            follow(s, step->value, at);
            number = step->other;
        } else if (step->kind == STEP_JUMP) {
            number = step->value;
        } else if (step->kind == STEP_SAVE && step->value < MOST_SLOTS) {
            int before = s->slot[step->value];
            s->slot[step->value] = at;
            follow(s, number + 1, at);
            s->slot[step->value] = before;
            break;
        } else {
            int count = taken(s, step, at);
            if (count == NOWHERE)
                break;
            at += count;
            number++;
        }
    }
    s->depth--;
}

static _Bool match_at(struct search *s, int start, size_t seen_size) {
    if (s->seen != NULL)
        memset(s->seen, 0, seen_size);
    for (int i = 0; i < MOST_SLOTS; i++)
        s->slot[i] = s->best[i] = NOWHERE;
    follow(s, 0, start);
    return s->best[1] != NOWHERE;
}

static void report(const struct search *s, size_t count, regmatch_t *matches) {
    if (s->expression->flags & REG_NOSUB)
        return;
    for (size_t i = 0; i < count; i++) {
        _Bool exists = i <= (size_t)s->expression->groups && 2 * i + 1 < MOST_SLOTS &&
                       s->best[2 * i + 1] != NOWHERE;
        matches[i].rm_so = exists ? s->best[2 * i] : NOWHERE;
        matches[i].rm_eo = exists ? s->best[2 * i + 1] : NOWHERE;
    }
}

int regexec(const regex_t *regex, const char *text, size_t count, regmatch_t *matches, int flags) {
    if (flags & REG_STARTEND)
        __assay_unsupported("'regexec' with REG_STARTEND");
    text = __assay_settle_pointer(text);
    struct search s = {.expression = regex->expression, .text = text, .flags = flags};
    size_t length = __assay_split_length(text, SIZE_MAX);
    size_t seen_size = (length + 1) * (size_t)s.expression->count / 8 + 1;
    if (!s.expression->has_references)
        s.seen = __assay_malloc(seen_size);
    int result = REG_NOMATCH;
    for (size_t start = 0; start <= length && result != 0; start++)
        if (match_at(&s, (int)start, seen_size))
            result = 0;
    if (result == 0)
        report(&s, count, matches);
    if (s.seen != NULL)
        __assay_free(s.seen);
    return result;
}
