#include <ctype.h>
#include <stdlib.h>

struct reading {
    short level;
    unsigned char valid;
    double pressure;
};

int read_sensor(int number, struct reading *into);

static int calls;

/* A stub that answers through a pointer, a float, and a variable that later tests would see. */
double pressure(int number) {
    struct reading reading = {0};
    calls++;
    if (read_sensor(number, &reading) != 0)
        return -1.5;
    if (!reading.valid)
        return calls;
    return reading.pressure > 100.0 ? 1e308 * 10 : reading.level;
}

/* A string that is changed in place. */
_Bool shout(char *text) {
    if (text[0] == '\0')
        return 0;
    for (; *text; text++)
        *text = toupper(*text);
    return 1;
}

/* Structs with pointers. */
struct node {
    long long value;
    struct node *next;
};

struct node *last_of(struct node *list, long long value) {
    if (list->value == value)
        return list;
    list->value = value;
    return list->next;
}

/* Endings other than a return. */
unsigned risky(unsigned divisor) {
    static int runs;
    if (divisor == 7)
        exit(3);
    if (divisor == 8)
        abort();
    if (++runs > 1)
        return 99;
    return 1000 / divisor;
}
