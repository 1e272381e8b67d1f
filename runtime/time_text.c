// Times as text: strftime in the C locale, and ctime_r.
//
// A number that depends on the clock is written with arithmetic on its digits; only how many there
// are splits the path.

#include "assay.h"

typedef long time_t;

struct tm {
    int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
    long tm_gmtoff;
    const char *tm_zone;
};

time_t mktime(struct tm *t);
struct tm *localtime_r(const time_t *seconds, struct tm *t);
char *asctime_r(const struct tm *t, char *buffer);

char *ctime_r(const time_t *seconds, char *buffer) {
    struct tm t;
    return asctime_r(localtime_r(seconds, &t), buffer);
}

static const char *const day_names[] = {"Sunday",   "Monday", "Tuesday", "Wednesday",
                                        "Thursday", "Friday", "Saturday"};
static const char *const month_names[] = {"January",   "February", "March",    "April",
                                          "May",       "June",     "July",     "August",
                                          "September", "October",  "November", "December"};

// Where the text goes. Too long a text is none.
struct text {
    char *to;
    size_t space; // with room for the end
    size_t length;
};

// How a number or a word is written, between `%` and its letter.
struct style {
    char pad;     // 0: as the letter wants; '-': none
    char letters; // '^': upper case; '#': the other case, which mostly is the upper one
    int width;    // 0: as the letter wants
};

enum { LOWER = 'l' }; // as `letters`, for words in upper case whose other case it is

static struct style for_capitals(struct style style) {
    if (style.letters == '#')
        style.letters = LOWER;
    return style;
}

static void put(struct text *text, char c) {
    if (text->length < text->space)
        text->to[text->length] = c;
    text->length++;
}

static void put_padding(struct text *text, char pad, int count) {
    for (; count > 0; count--)
        put(text, pad);
}

static char in_case(char c, char letters) {
    if (letters == LOWER)
        return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
    return letters != 0 && c >= 'a' && c <= 'z' ? (char)(c - 32) : c;
}

static void put_word(struct text *text, const char *word, struct style style) {
    int length = (int)strlen(word);
    put_padding(text, style.pad == '0' ? '0' : ' ', style.pad == '-' ? 0 : style.width - length);
    for (int i = 0; i < length; i++)
        put(text, in_case(word[i], style.letters));
}

static void put_number(struct text *text, int64_t number, int digits, char pad,
                       struct style style) {
    if (style.pad != 0)
        pad = style.pad;
    int width = style.width > digits ? style.width : digits;
    _Bool is_negative = number < 0;
    uint64_t rest = is_negative ? 0 - (uint64_t)number : (uint64_t)number;
    char written[24];
    int count = 0;
    do {
        written[count++] = (char)('0' + rest % 10);
        rest /= 10;
        // With zeros in front it does not matter where the number begins.
    } while ((pad == '0' && count < digits) || rest != 0);
    int missing = pad == '-' ? 0 : width - count - is_negative;
    if (pad == '0') {
        if (is_negative)
            put(text, '-');
        put_padding(text, '0', missing);
    } else {
        put_padding(text, ' ', missing);
        if (is_negative)
            put(text, '-');
    }
    while (count > 0)
        put(text, written[--count]);
}

static _Bool is_leap(int64_t year) {
    return (year % 4 == 0) & ((year % 100 != 0) | (year % 400 == 0));
}

// The year that the week of a day belongs to, and the number of that week, by ISO 8601.
static int64_t iso_week(const struct tm *t, int *week) {
    int64_t year = (int64_t)t->tm_year + 1900;
    int weekday = (t->tm_wday + 6) % 7; // from Monday
    // The week is that of its Thursday.
    int thursday = t->tm_yday - weekday + 3;
    if (thursday < 0) {
        year--;
        thursday += 365 + is_leap(year);
    } else if (thursday >= 365 + is_leap(year)) {
        thursday -= 365 + is_leap(year);
        year++;
    }
    *week = thursday / 7 + 1;
    return year;
}

static const char *name_in(const char *const *names, int count, int index) {
    return index >= 0 && index < count ? names[index] : "?";
}

static void put_short(struct text *text, const char *name, struct style style) {
    char cut[4] = {0};
    for (int i = 0; i < 3 && name[i] != 0; i++)
        cut[i] = name[i];
    put_word(text, cut, style);
}

static void put_format(struct text *text, const char *format, const struct tm *t);

static int hour12(const struct tm *t) {
    int hour = t->tm_hour % 12;
    return hour == 0 ? 12 : hour;
}

static void put_zone_offset(struct text *text, const struct tm *t, struct style style) {
    if (style.width != 0)
        __assay_unsupported("'strftime' with a width for %z");
    long offset = t->tm_isdst < 0 ? 0 : t->tm_gmtoff;
    put(text, offset < 0 ? '-' : '+');
    long minutes = (offset < 0 ? -offset : offset) / 60;
    put_number(text, minutes / 60 * 100 + minutes % 60, 4, '0', style);
}

// A combination of other conversions, as wide as asked for.
static void put_combined(struct text *text, const char *format, const struct tm *t,
                         struct style style) {
    if (style.letters == '#') // the other case of what has both is no case at all
        style.letters = 0;
    char inner[128];
    struct text part = {inner, sizeof inner - 1, 0};
    put_format(&part, format, t);
    inner[part.length < sizeof inner ? part.length : sizeof inner - 1] = 0;
    put_word(text, inner, style);
}

static void put_conversion(struct text *text, char letter, struct style style,
                           const struct tm *t) {
    int64_t year = (int64_t)t->tm_year + 1900;
    int week;
    switch (letter) {
    case 'a': put_short(text, name_in(day_names, 7, t->tm_wday), style); break;
    case 'A': put_word(text, name_in(day_names, 7, t->tm_wday), style); break;
    case 'b':
    case 'h': put_short(text, name_in(month_names, 12, t->tm_mon), style); break;
    case 'B': put_word(text, name_in(month_names, 12, t->tm_mon), style); break;
    case 'c': put_combined(text, "%a %b %e %H:%M:%S %Y", t, style); break;
    case 'C': put_number(text, year / 100 - (year % 100 < 0), 2, '0', style); break;
    case 'd': put_number(text, t->tm_mday, 2, '0', style); break;
    case 'D':
    case 'x': put_combined(text, "%m/%d/%y", t, style); break;
    case 'e': put_number(text, t->tm_mday, 2, ' ', style); break;
    case 'F': put_combined(text, "%Y-%m-%d", t, style); break;
    case 'g': put_number(text, ((iso_week(t, &week) % 100) + 100) % 100, 2, '0', style); break;
    case 'G': put_number(text, iso_week(t, &week), 0, '0', style); break;
    case 'H': put_number(text, t->tm_hour, 2, '0', style); break;
    case 'I': put_number(text, hour12(t), 2, '0', style); break;
    case 'j': put_number(text, t->tm_yday + 1, 3, '0', style); break;
    case 'k': put_number(text, t->tm_hour, 2, ' ', style); break;
    case 'l': put_number(text, hour12(t), 2, ' ', style); break;
    case 'm': put_number(text, t->tm_mon + 1, 2, '0', style); break;
    case 'M': put_number(text, t->tm_min, 2, '0', style); break;
    case 'n': put_word(text, "\n", style); break;
    case 'p': put_word(text, t->tm_hour > 11 ? "PM" : "AM", for_capitals(style)); break;
    case 'P':
        style.letters = LOWER;
        put_word(text, t->tm_hour > 11 ? "PM" : "AM", style);
        break;
    case 'r': put_combined(text, "%I:%M:%S %p", t, style); break;
    case 'R': put_combined(text, "%H:%M", t, style); break;
    case 's': {
        struct tm copy = *t;
        put_number(text, mktime(&copy), 1, ' ', style);
        break;
    }
    case 'S': put_number(text, t->tm_sec, 2, '0', style); break;
    case 't': put_word(text, "\t", style); break;
    case 'T':
    case 'X': put_combined(text, "%H:%M:%S", t, style); break;
    case 'u': put_number(text, t->tm_wday == 0 ? 7 : t->tm_wday, 1, '0', style); break;
    case 'U': put_number(text, (t->tm_yday - t->tm_wday + 7) / 7, 2, '0', style); break;
    case 'V':
        iso_week(t, &week);
        put_number(text, week, 2, '0', style);
        break;
    case 'w': put_number(text, t->tm_wday, 1, '0', style); break;
    case 'W':
        put_number(text, (t->tm_yday - (t->tm_wday + 6) % 7 + 7) / 7, 2, '0', style);
        break;
    case 'y': put_number(text, ((year % 100) + 100) % 100, 2, '0', style); break;
    case 'Y': put_number(text, year, 0, '0', style); break;
    case 'z': put_zone_offset(text, t, style); break;
    case 'Z': put_word(text, t->tm_zone == NULL ? "" : t->tm_zone, for_capitals(style)); break;
    case '%': put_word(text, "%", style); break;
    default: __assay_unsupported("'strftime' with a conversion that is not of C or POSIX");
    }
}

static void put_format(struct text *text, const char *format, const struct tm *t) {
    for (; *format != 0; format++) {
        if (*format != '%') {
            put(text, *format);
            continue;
        }
        struct style style = {0, 0, 0};
        for (format++;; format++) {
            if (*format == '_')
                style.pad = ' ';
            else if (*format == '-' || *format == '0')
                style.pad = *format;
            else if (*format == '^' || *format == '#')
                style.letters = *format;
            else
                break;
        }
        for (; *format >= '0' && *format <= '9' && style.width < 1000; format++)
            style.width = style.width * 10 + (*format - '0');
        if (*format == 'E' || *format == 'O') // other calendars and digits: none in this locale
            format++;
        put_conversion(text, *format, style, t);
    }
}

size_t strftime(char *to, size_t size, const char *format, const struct tm *t) {
    struct text text = {to, size, 0};
    put_format(&text, format, t);
    if (text.length >= size)
        return 0;
    to[text.length] = 0;
    return text.length;
}

size_t strftime_l(char *to, size_t size, const char *format, const struct tm *t, void *locale) {
    (void)locale;
    return strftime(to, size, format, t);
}
