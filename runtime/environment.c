// The environment. The machine lays out the variables that the user described and points
// `environ` at them before the program starts.
//
// Names of variables are constants in all but strange programs; a symbolic one is compared with
// every variable, one branch each.

#include "assay.h"

char **environ;
char **__environ; // another name of it

static _Bool is_named(const char *variable, const char *name, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (variable[i] != name[i])
            return 0;
    return variable[length] == '=';
}

// The place of a variable in the table, or of its end.
static char **find(const char *name, size_t length) {
    char **place = environ;
    while (*place != NULL && !is_named(*place, name, length))
        place++;
    return place;
}

char *getenv(const char *name) {
    name = __assay_settle_pointer(name);
    size_t length = __assay_split_length(name, SIZE_MAX);
    if (environ == NULL || length == 0)
        return NULL;
    char *variable = *find(name, length);
    return variable == NULL ? NULL : variable + length + 1;
}

char *secure_getenv(const char *name) {
    return getenv(name);
}

// ---- Changes: the table is copied before the first one -----------------------------------

static size_t count(void) {
    size_t n = 0;
    while (environ != NULL && environ[n] != NULL)
        n++;
    return n;
}

static void put(char *variable, size_t length) {
    static char **own;
    size_t n = count();
    char **table = __assay_malloc((n + 2) * sizeof *table);
    for (size_t i = 0; i < n; i++)
        table[i] = environ[i];
    table[n] = table[n + 1] = NULL;
    if (own != NULL && own == environ)
        __assay_free(own);
    environ = __environ = own = table;
    *find(variable, length) = variable;
}

static _Bool is_name(const char *name) {
    if (name != NULL && *name != 0 && strchr(name, '=') == NULL)
        return 1;
    errno = EINVAL;
    return 0;
}

int setenv(const char *name, const char *value, int overwrite) {
    if (!is_name(name))
        return -1;
    if (!overwrite && getenv(name) != NULL)
        return 0;
    size_t length = __assay_split_length(name, SIZE_MAX);
    size_t rest = __assay_split_length(value, SIZE_MAX) + 1;
    char *variable = __assay_malloc(length + 1 + rest);
    memcpy(variable, name, length);
    variable[length] = '=';
    memcpy(variable + length + 1, value, rest);
    put(variable, length);
    return 0;
}

int unsetenv(const char *name) {
    if (!is_name(name))
        return -1;
    size_t length = __assay_split_length(name, SIZE_MAX);
    for (char **place = environ == NULL ? NULL : find(name, length); place && *place; place++)
        *place = place[1];
    return 0;
}

int putenv(char *variable) {
    char *equals = strchr(variable, '=');
    if (equals == NULL)
        return unsetenv(variable);
    put(variable, (size_t)(equals - variable));
    return 0;
}

int clearenv(void) {
    environ = __environ = NULL;
    return 0;
}
