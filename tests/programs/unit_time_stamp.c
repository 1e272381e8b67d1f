//! what: a time stamp: a string of exactly 25 characters with numbers at fixed places
//! entry: parse_stamp
//! cover: branch 48/48
//! own: branch 44/44

#include <ctype.h>
#include <string.h>

static int number(const char *s, int digits) {
    int value = 0;
    for (int i = 0; i < digits; i++) {
        if (!isdigit((unsigned char)s[i]))
            return -1;
        value = value * 10 + (s[i] - '0');
    }
    return value;
}

int parse_stamp(const char *s, int *seconds) {
    if (!s || !seconds)
        return -1;
    if (strlen(s) != 25)
        return -2;
    if (s[4] != '-' || s[7] != '-' || s[10] != 'T' || s[13] != ':' || s[16] != ':' ||
        s[22] != ':')
        return -3;
    int month = number(s + 5, 2), day = number(s + 8, 2);
    if (month < 1 || month > 12)
        return -4;
    if (day < 1 || day > 31)
        return -5;
    int hour = number(s + 11, 2), minute = number(s + 14, 2), second = number(s + 17, 2);
    if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 ||
        second > 60)
        return -6;
    if (s[19] != '+' && s[19] != '-')
        return -7;
    *seconds = hour * 3600 + minute * 60 + second;
    return s[19] == '+' ? 0 : 1;
}
