// getsubopt: options that stand in the argument of an option, as in `-o rw,size=5`.
//
// Where a suboption ends is decided byte by byte. Whether it is one of those that are asked for is one
// branch for each of them.

#include "assay.h"

static _Bool is_named(const char *text, size_t length, const char *name) {
    _Bool same = 1;
    for (size_t i = 0; i < length && !__assay_never(same); i++) {
        if (name[i] == 0)
            return 0;
        same &= text[i] == name[i];
    }
    return !__assay_never(same) && name[length] == 0 && __assay_decide(same);
}

int getsubopt(char **option, char *const *names, char **value) {
    char *text = __assay_settle_pointer(*option), *end = text, *equals = NULL;
    if (*text == 0)
        return -1;
    for (; *end != 0 && *end != ','; end++)
        if (equals == NULL && *end == '=')
            equals = end;
    size_t length = (size_t)((equals != NULL ? equals : end) - text);
    if (*end == ',')
        *end++ = 0;
    *option = end;
    for (int i = 0; names[i] != NULL; i++)
        if (is_named(text, length, names[i])) {
            *value = equals != NULL ? equals + 1 : NULL;
            return i;
        }
    *value = text;
    return -1;
}
