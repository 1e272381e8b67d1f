//! what: a string with its length in front of it is trimmed
//! entry: trim
//! options: --iterations 400
//! cover: branch 20/20
//! own: branch 14/14
//! needs-contract: out-of-bounds 21 string points behind the start of its object
//! needs-contract: out-of-bounds 24 what stands before string1 stays within what string points to

#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct text { uint16_t length; char bytes[]; };

static int is_space(char c) { return c == ' ' || c == '\t' || c == '\n'; }

size_t trim(char *string) {
    if (!string)
        return 0;
    struct text *t = (struct text *)(string - offsetof(struct text, bytes));
    size_t from = 0, to = t->length;
    while (from < to && is_space(string[from]))
        from++;
    while (to > from && is_space(string[to - 1]))
        to--;
    if (from == to) {
        t->length = 0;
        return 0;
    }
    if (from)
        memmove(string, string + from, to - from);
    t->length = (uint16_t)(to - from);
    return t->length;
}
