// Wide strings beyond the basics, and formatted wide output, in the C locale.
//
// A format of wide characters means what the same format of bytes means, so it is handed to printf
// as one; what comes out is made wide. Nothing above 127 has a form as a byte.

#include "assay.h"
#include "ctype.h"

typedef int wchar_type;
typedef unsigned wint_type;

#define WEOF ((wint_type)-1)

size_t wcslen(const wchar_type *s);
wchar_type *wcschr(const wchar_type *s, wchar_type c);
int vasprintf(char **into, const char *format, va_list arguments);
int fputs(const char *s, FILE *stream);

// The text as bytes, to be freed; null with errno set if there is no such text.
static char *narrow(const wchar_type *s) {
    size_t length = wcslen(s);
    char *bytes = __assay_malloc(length + 1);
    for (size_t i = 0; i <= length; i++) {
        if ((unsigned)s[i] > 127) {
            __assay_free(bytes);
            errno = EILSEQ;
            return NULL;
        }
        bytes[i] = (char)s[i];
    }
    return bytes;
}

// ---- Strings ----------------------------------------------------------------------------

size_t wcsnlen(const wchar_type *s, size_t limit) {
    size_t n = 0;
    while (n < limit && s[n] != 0)
        n++;
    return n;
}

wchar_type *wcsdup(const wchar_type *s) {
    size_t size = (wcslen(s) + 1) * sizeof *s;
    return memcpy(__assay_malloc(size), s, size);
}

size_t wcsspn(const wchar_type *s, const wchar_type *set) {
    size_t n = 0;
    while (s[n] != 0 && wcschr(set, s[n]) != NULL)
        n++;
    return n;
}

size_t wcscspn(const wchar_type *s, const wchar_type *set) {
    size_t n = 0;
    while (s[n] != 0 && wcschr(set, s[n]) == NULL)
        n++;
    return n;
}

wchar_type *wcspbrk(const wchar_type *s, const wchar_type *set) {
    s += wcscspn(s, set);
    return *s != 0 ? (wchar_type *)s : NULL;
}

wchar_type *wcsstr(const wchar_type *s, const wchar_type *wanted) {
    for (;; s++) {
        size_t i = 0;
        while (wanted[i] != 0 && s[i] == wanted[i])
            i++;
        if (wanted[i] == 0)
            return (wchar_type *)s;
        if (s[i] == 0)
            return NULL;
    }
}

wchar_type *wcstok(wchar_type *s, const wchar_type *separators, wchar_type **rest) {
    if (s == NULL)
        s = *rest;
    if (s == NULL)
        return NULL;
    s += wcsspn(s, separators);
    if (*s == 0) {
        *rest = NULL;
        return NULL;
    }
    wchar_type *end = wcspbrk(s, separators);
    if (end != NULL)
        *end++ = 0;
    *rest = end;
    return s;
}

wchar_type *wcsncat(wchar_type *to, const wchar_type *from, size_t n) {
    wchar_type *end = to + wcslen(to);
    size_t length = wcsnlen(from, n);
    memcpy(end, from, length * sizeof *to);
    end[length] = 0;
    return to;
}

int wmemcmp(const wchar_type *a, const wchar_type *b, size_t n) {
    for (; n > 0; a++, b++, n--)
        if (*a != *b)
            return (*a > *b) - (*a < *b);
    return 0;
}

int wcscoll(const wchar_type *a, const wchar_type *b) {
    for (; *a == *b && *a != 0; a++)
        b++;
    return (*a > *b) - (*a < *b);
}

static wchar_type folded(wchar_type c) {
    return (unsigned)c < 128 ? __assay_fold_case(c) : c;
}

int wcscasecmp(const wchar_type *a, const wchar_type *b) {
    for (; folded(*a) == folded(*b) && *a != 0; a++)
        b++;
    return folded(*a) - folded(*b);
}

// ---- Numbers ----------------------------------------------------------------------------

#define NUMBER(name, type, parse)                                          \
    type parse(const char *s, char **end, int base);                       \
    type name(const wchar_type *s, wchar_type **end, int base) {           \
        size_t length = 0;                                                 \
        while (s[length] != 0 && (unsigned)s[length] < 128)                \
            length++;                                                      \
        char *bytes = __assay_malloc(length + 1);                          \
        for (size_t i = 0; i < length; i++)                                \
            bytes[i] = (char)s[i];                                         \
        bytes[length] = 0;                                                 \
        char *stop;                                                        \
        type value = parse(bytes, &stop, base);                            \
        if (end != NULL)                                                   \
            *end = (wchar_type *)s + (stop - bytes);                       \
        __assay_free(bytes);                                               \
        return value;                                                      \
    }

NUMBER(wcstol, long, strtol)
NUMBER(wcstoul, unsigned long, strtoul)
NUMBER(wcstoll, long long, strtoll)
NUMBER(wcstoull, unsigned long long, strtoull)

// ---- Classes by name ----------------------------------------------------------------------

static const char *const class_names[] = {"alnum", "alpha", "blank", "cntrl", "digit", "graph",
                                          "lower", "print", "punct", "space", "upper", "xdigit"};

// The number of a class, from 1.
unsigned long wctype(const char *name) {
    for (unsigned i = 0; i < sizeof class_names / sizeof *class_names; i++)
        if (strcmp(name, class_names[i]) == 0)
            return i + 1;
    return 0;
}

int iswctype(wint_type c, unsigned long class) {
    if (c > 127)
        return 0;
    int byte = (int)c;
    switch (class) {
    case 1: return isalnum(byte);
    case 2: return isalpha(byte);
    case 3: return isblank(byte);
    case 4: return iscntrl(byte);
    case 5: return isdigit(byte);
    case 6: return isgraph(byte);
    case 7: return islower(byte);
    case 8: return isprint(byte);
    case 9: return ispunct(byte);
    case 10: return isspace(byte);
    case 11: return isupper(byte);
    case 12: return isxdigit(byte);
    default: return 0;
    }
}

// ---- Formatted output ---------------------------------------------------------------------

// The bytes that printf makes of the arguments, to be freed; null with errno set.
static char *formatted(const wchar_type *format, va_list arguments) {
    char *plain = narrow(format);
    if (plain == NULL)
        return NULL;
    char *text = NULL;
    int count = vasprintf(&text, plain, arguments);
    __assay_free(plain);
    return count < 0 ? NULL : text;
}

int vswprintf(wchar_type *to, size_t size, const wchar_type *format, va_list arguments) {
    char *text = formatted(format, arguments);
    if (text == NULL)
        return -1;
    size_t length = strlen(text);
    int count = -1;
    if (length < size) {
        for (size_t i = 0; i <= length; i++)
            to[i] = (unsigned char)text[i];
        count = (int)length;
    } else if (size > 0) {
        for (size_t i = 0; i + 1 < size; i++)
            to[i] = (unsigned char)text[i];
        to[size - 1] = 0;
    }
    __assay_free(text);
    return count;
}

int vfwprintf(FILE *stream, const wchar_type *format, va_list arguments) {
    char *text = formatted(format, arguments);
    if (text == NULL)
        return -1;
    int count = (int)strlen(text);
    if (fputs(text, stream) < 0)
        count = -1;
    __assay_free(text);
    return count;
}

int vwprintf(const wchar_type *format, va_list arguments) {
    return vfwprintf(stdout, format, arguments);
}

#define VARIADIC(call)                \
    va_list arguments;                \
    va_start(arguments, format);      \
    int count = call;                 \
    va_end(arguments);                \
    return count;

int swprintf(wchar_type *to, size_t size, const wchar_type *format, ...) {
    VARIADIC(vswprintf(to, size, format, arguments))
}

int fwprintf(FILE *stream, const wchar_type *format, ...) {
    VARIADIC(vfwprintf(stream, format, arguments))
}

int wprintf(const wchar_type *format, ...) {
    VARIADIC(vfwprintf(stdout, format, arguments))
}

int fputws(const wchar_type *s, FILE *stream) {
    char *text = narrow(s);
    if (text == NULL)
        return -1;
    int result = fputs(text, stream) < 0 ? -1 : 1;
    __assay_free(text);
    return result;
}

wint_type fgetwc(FILE *stream);

wchar_type *fgetws(wchar_type *to, int size, FILE *stream) {
    int n = 0;
    while (n + 1 < size) {
        wint_type c = fgetwc(stream);
        if (c == WEOF) {
            if (n == 0 || (stream->flags & STREAM_FAILED))
                return NULL;
            break;
        }
        to[n++] = (wchar_type)c;
        if (c == '\n')
            break;
    }
    to[n] = 0;
    return to;
}

int fwide(FILE *stream, int mode) {
    (void)stream;
    return mode;
}
