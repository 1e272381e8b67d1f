// Locks of a program with one thread: taking one never waits for anybody, so taking one twice is
// waiting for ever. pthread_create ends the path.

#include "assay.h"

// glibc's layout, as far as initialisers fill it.
typedef struct {
    int lock;
    unsigned count;
    int owner;
#if __SIZEOF_POINTER__ == 8
    unsigned users;
#endif
    int kind;
} mutex;

enum { NORMAL = 0, RECURSIVE = 1, CHECKING = 2, KINDS = 3, EDEADLK = 35 };

int pthread_mutex_init(mutex *m, const int *attributes) {
    *m = (mutex){.kind = attributes == NULL ? NORMAL : *attributes & KINDS};
    return 0;
}

int pthread_mutex_destroy(mutex *m) {
    return m->lock ? EBUSY : 0;
}

int pthread_mutex_trylock(mutex *m) {
    if (m->lock && (m->kind & KINDS) != RECURSIVE)
        return EBUSY;
    m->lock = 1;
    m->count++;
    return 0;
}

int pthread_mutex_lock(mutex *m) {
    if (pthread_mutex_trylock(m) == 0)
        return 0;
    if ((m->kind & KINDS) == CHECKING)
        return EDEADLK;
    __assay_unsupported("'pthread_mutex_lock' of a lock that is taken: a deadlock");
}

int pthread_mutex_unlock(mutex *m) {
    int kind = m->kind & KINDS;
    if (!m->lock)
        return kind == RECURSIVE || kind == CHECKING ? EPERM : 0;
    if (--m->count == 0 || kind != RECURSIVE)
        m->lock = m->count = 0;
    return 0;
}

int pthread_mutexattr_init(int *attributes) {
    *attributes = NORMAL;
    return 0;
}

int pthread_mutexattr_settype(int *attributes, int kind) {
    if (kind < NORMAL || kind > KINDS)
        return EINVAL;
    *attributes = kind;
    return 0;
}

int pthread_mutexattr_destroy(int *attributes) {
    (void)attributes;
    return 0;
}

int pthread_once(int *control, void (*function)(void)) {
    if (*control == 0) {
        *control = 2;
        function();
    }
    return 0;
}

unsigned long pthread_self(void) {
    return 1;
}

int pthread_equal(unsigned long a, unsigned long b) {
    return a == b;
}

int sched_yield(void) {
    return 0;
}
