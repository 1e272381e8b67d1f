// getopt and getopt_long, as glibc has them: options may stand behind other arguments, which are
// moved to the end, unless the option string starts with '+' or POSIXLY_CORRECT is set.
//
// An argument that is an input is compared character by character. An option letter is
// compared with each letter of the option string, one branch each, and the letter that is
// returned is the one of the string, a constant: the caller's switch does not branch again.

#include "assay.h"

char *getenv(const char *name);
int fprintf(FILE *stream, const char *format, ...);

char *optarg;
int optind = 1, opterr = 1, optopt = '?';

struct option {
    const char *name;
    int has_arg;
    int *flag;
    int val;
};

enum { NO_ARGUMENT, REQUIRED_ARGUMENT, OPTIONAL_ARGUMENT };
enum order { PERMUTE, REQUIRE_ORDER, RETURN_IN_ORDER };

// The rest of a group of letters (`-abc`), and the other arguments that were passed so far:
// argv[first_other .. end_of_others).
static const char *letters = "";
static int first_other, end_of_others;
static _Bool is_started;
static enum order order;

struct call {
    int count;
    char **arguments;
    const char *options;
    const struct option *names; // null without long options
    int *index;
    _Bool only_long; // getopt_long_only
};

static _Bool is_quiet(const struct call *c) {
    return opterr == 0 || c->options[0] == ':';
}

static int missing(const struct call *c) {
    return c->options[0] == ':' ? ':' : '?';
}

// ---- Order of arguments -----------------------------------------------------------------

// Exchanges the others that were passed with the options after them.
static void move_others(char **arguments) {
    int others = end_of_others - first_other, options = optind - end_of_others;
    for (int i = 0; i < options; i++) {
        char *option = arguments[end_of_others + i];
        for (int k = end_of_others + i; k > first_other + i; k--)
            arguments[k] = arguments[k - 1];
        arguments[first_other + i] = option;
    }
    first_other += options;
    end_of_others = first_other + others;
}

static void settle_others(char **arguments) {
    if (first_other != end_of_others && end_of_others != optind)
        move_others(arguments);
    else if (end_of_others != optind)
        first_other = optind;
}

static _Bool is_other(const char *argument) {
    return argument[0] != '-' || argument[1] == 0;
}

static _Bool is_double_dash(const char *argument) {
    return argument[0] == '-' && argument[1] == '-' && argument[2] == 0;
}

static void start(struct call *c) {
    if (optind == 0 || !is_started) {
        if (optind == 0)
            optind = 1;
        first_other = end_of_others = optind;
        letters = "";
        is_started = 1;
    }
    if (c->options[0] == '-') {
        order = RETURN_IN_ORDER;
        c->options++;
    } else if (c->options[0] == '+') {
        order = REQUIRE_ORDER;
        c->options++;
    } else {
        order = getenv("POSIXLY_CORRECT") != NULL ? REQUIRE_ORDER : PERMUTE;
    }
}

// Goes to the next argument that is an option. Returns 0 if there is one, else what the call
// returns.
static int next_argument(struct call *c) {
    if (end_of_others > optind)
        end_of_others = optind;
    if (first_other > optind)
        first_other = optind;
    if (order == PERMUTE) {
        settle_others(c->arguments);
        while (optind < c->count && is_other(c->arguments[optind]))
            optind++;
        end_of_others = optind;
    }
    if (optind < c->count && is_double_dash(c->arguments[optind])) {
        optind++;
        if (first_other != end_of_others && end_of_others != optind)
            move_others(c->arguments);
        else if (first_other == end_of_others)
            first_other = optind;
        end_of_others = optind = c->count;
    }
    if (optind >= c->count) {
        if (first_other != end_of_others)
            optind = first_other;
        return -1;
    }
    if (is_other(c->arguments[optind])) {
        if (order == REQUIRE_ORDER)
            return -1;
        optarg = c->arguments[optind++];
        return 1;
    }
    return 0;
}

// ---- Long options -----------------------------------------------------------------------

// How a name stands to an option's: nothing in common, its beginning, or all of it. The name ends
// at a NUL or an equals sign.
enum match { DIFFERENT, BEGINNING, WHOLE };

static enum match compare(const char *given, const char *name) {
    given = __assay_settle_pointer(given);
    for (;; given++, name++) {
        if (*given == 0 || *given == '=')
            return *name == 0 ? WHOLE : BEGINNING;
        if (*given != *name)
            return DIFFERENT;
    }
}

static _Bool agrees(const struct option *a, const struct option *b) {
    return a->has_arg == b->has_arg && a->flag == b->flag && a->val == b->val;
}

// The option that the name means; null with `is_ambiguous` where it could mean several.
static const struct option *find_long(const struct call *c, const char *given,
                                      _Bool *is_ambiguous) {
    const struct option *found = NULL;
    *is_ambiguous = 0;
    for (const struct option *o = c->names; o->name != NULL; o++) {
        enum match match = compare(given, o->name);
        if (match == WHOLE) {
            *is_ambiguous = 0;
            return o;
        }
        if (match != BEGINNING)
            continue;
        if (found == NULL)
            found = o;
        else if (c->only_long || !agrees(found, o))
            *is_ambiguous = 1;
    }
    return *is_ambiguous ? NULL : found;
}

static int take_long(const struct call *c, const struct option *o, const char *given) {
    const char *equals = given;
    while (*equals != 0 && *equals != '=')
        equals++;
    letters = "";
    optind++;
    if (*equals == '=') {
        if (o->has_arg == NO_ARGUMENT) {
            if (!is_quiet(c))
                fprintf(stderr, "program: option '--%s' doesn't allow an argument\n", o->name);
            optopt = o->val;
            return '?';
        }
        optarg = (char *)equals + 1;
    } else if (o->has_arg == REQUIRED_ARGUMENT) {
        if (optind >= c->count) {
            if (!is_quiet(c))
                fprintf(stderr, "program: option '--%s' requires an argument\n", o->name);
            optopt = o->val;
            return missing(c);
        }
        optarg = c->arguments[optind++];
    }
    if (c->index != NULL)
        *c->index = (int)(o - c->names);
    if (o->flag == NULL)
        return o->val;
    *o->flag = o->val;
    return 0;
}

static int long_failure(const struct call *c, const char *what) {
    if (!is_quiet(c))
        fprintf(stderr, "program: option '%s' is %s\n", c->arguments[optind], what);
    letters = "";
    optind++;
    optopt = 0;
    return '?';
}

static int long_option(const struct call *c, const char *given) {
    _Bool is_ambiguous;
    const struct option *o = find_long(c, given, &is_ambiguous);
    if (is_ambiguous)
        return long_failure(c, "ambiguous");
    return o == NULL ? long_failure(c, "unrecognized") : take_long(c, o, given);
}

// ---- Letters ----------------------------------------------------------------------------

// The place of a letter in the option string, or null.
static const char *find_letter(const char *options, char letter) {
    if (letter == ':' || letter == ';')
        return NULL;
    for (; *options != 0; options++)
        if (letter == *options)
            return options;
    return NULL;
}

static int letter_argument(const struct call *c, const char *place) {
    _Bool is_optional = place[2] == ':';
    if (*letters != 0) {
        optarg = (char *)letters;
        optind++;
    } else if (is_optional) {
        optarg = NULL;
    } else if (optind == c->count) {
        if (!is_quiet(c))
            fprintf(stderr, "program: option requires an argument -- '%c'\n", *place);
        optopt = *place;
        letters = "";
        return missing(c);
    } else {
        optarg = c->arguments[optind++];
    }
    letters = "";
    return (unsigned char)*place;
}

static int letter_option(const struct call *c) {
    char letter = *letters++;
    const char *place = find_letter(c->options, letter);
    if (*letters == 0)
        optind++;
    if (place == NULL) {
        if (!is_quiet(c))
            fprintf(stderr, "program: invalid option -- '%c'\n", letter);
        optopt = (unsigned char)letter;
        return '?';
    }
    if (place[0] == 'W' && place[1] == ';')
        __assay_unsupported("the option -W of getopt");
    return place[1] == ':' ? letter_argument(c, place) : (unsigned char)*place;
}

// ---- The functions ----------------------------------------------------------------------

static _Bool is_long_only(const struct call *c, const char *argument, int *result) {
    if (!c->only_long || (argument[2] == 0 && find_letter(c->options, argument[1]) != NULL))
        return 0;
    _Bool is_ambiguous;
    const struct option *o = find_long(c, argument + 1, &is_ambiguous);
    if (o == NULL && !is_ambiguous && find_letter(c->options, argument[1]) != NULL)
        return 0;
    *result = long_option(c, argument + 1);
    return 1;
}

static int next_option(struct call *c) {
    if (c->count < 1)
        return -1;
    optarg = NULL;
    start(c);
    if (*letters == 0) {
        int result = next_argument(c);
        if (result != 0)
            return result;
        const char *argument = c->arguments[optind];
        if (c->names != NULL && argument[1] == '-')
            return long_option(c, argument + 2);
        if (c->names != NULL && is_long_only(c, argument, &result))
            return result;
        letters = argument + 1;
    }
    return letter_option(c);
}

int getopt(int count, char *const *arguments, const char *options) {
    struct call c = {count, (char **)arguments, options, NULL, NULL, 0};
    return next_option(&c);
}

int __posix_getopt(int count, char *const *arguments, const char *options) {
    return getopt(count, arguments, options);
}

int getopt_long(int count, char *const *arguments, const char *options,
                const struct option *names, int *index) {
    struct call c = {count, (char **)arguments, options, names, index, 0};
    return next_option(&c);
}

int getopt_long_only(int count, char *const *arguments, const char *options,
                     const struct option *names, int *index) {
    struct call c = {count, (char **)arguments, options, names, index, 1};
    return next_option(&c);
}
