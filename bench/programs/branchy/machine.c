/* A door controller fed twelve symbolic events: a state machine with a counter, most paths share long prefixes. */
#include "intrinsic.h"

#define EVENTS 12

enum state { CLOSED, OPENING, OPEN, CLOSING, LOCKED, ALARM };
enum event { PRESS = 1, SENSOR, TIMEOUT, LOCK };

static enum state step(enum state state, int event, int *faults) {
    switch (state) {
    case CLOSED:
        if (event == PRESS) return OPENING;
        if (event == LOCK) return LOCKED;
        return CLOSED;
    case OPENING:
        return event == SENSOR ? OPEN : OPENING;
    case OPEN:
        if (event == TIMEOUT) return CLOSING;
        return OPEN;
    case CLOSING:
        if (event == PRESS) return OPENING;
        return event == SENSOR ? CLOSED : CLOSING;
    case LOCKED:
        if (event == LOCK) return CLOSED;
        if (event == PRESS && ++*faults > 2) return ALARM;
        return LOCKED;
    default:
        return ALARM;
    }
}

int main(void) {
    int events[EVENTS];
    klee_make_symbolic(events, sizeof events, "events");
    enum state state = CLOSED;
    int faults = 0;
    for (int i = 0; i < EVENTS; i++) state = step(state, events[i], &faults);
    return state;
}
