// Regular expressions: a program of small instructions, made by regex_compile.c and run by
// regex_match.c.

#ifndef ASSAY_RUNTIME_REGEX_H
#define ASSAY_RUNTIME_REGEX_H

#include "assay.h"

enum step_kind {
    STEP_BYTE,      // `value`, in either case if the expression ignores it
    STEP_SET,       // a byte of `set`
    STEP_LINE_START,
    STEP_LINE_END,
    STEP_WORD_EDGE, // `value`: EDGE_… below
    STEP_SAVE,      // the position goes to slot `value`
    STEP_SPLIT,     // first on at `value`, then at `other`
    STEP_JUMP,      // on at `value`
    STEP_AGAIN,     // the text of group `value` once more
    STEP_MATCH,
};

enum { EDGE_START, EDGE_END, EDGE_ANY, EDGE_NONE, EDGE_TEXT_START, EDGE_TEXT_END };

struct step {
    enum step_kind kind;
    int value, other;
    const _Bool *set; // 256 flags
};

enum { REG_EXTENDED = 1, REG_ICASE = 2, REG_NEWLINE = 4, REG_NOSUB = 8 };
enum { REG_NOTBOL = 1, REG_NOTEOL = 2, REG_STARTEND = 4 };
enum {
    REG_NOERROR, REG_NOMATCH, REG_BADPAT, REG_ECOLLATE, REG_ECTYPE, REG_EESCAPE, REG_ESUBREG,
    REG_EBRACK, REG_EPAREN, REG_EBRACE, REG_BADBR, REG_ERANGE, REG_ESPACE, REG_BADRPT,
};

enum { MOST_STEPS = 8192 };

struct expression {
    struct step *steps;
    int count;
    int groups;
    int flags;
    _Bool has_references;
};

// glibc's layout up to the number of groups.
typedef struct {
    struct expression *expression;
    size_t allocated, used;
    unsigned long syntax;
    char *fastmap;
    unsigned char *translate;
    size_t re_nsub;
    unsigned bits;
} regex_t;

typedef struct {
    int rm_so, rm_eo;
} regmatch_t;

#endif
