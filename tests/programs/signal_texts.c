//! what: the texts of signals; waiting without children; locks of one thread
//! flags: -D_GNU_SOURCE
//! run: exit 0
//! out: Unknown signal 0
//! out: Hangup
//! out: Interrupt
//! out: Quit
//! out: Illegal instruction
//! out: Trace/breakpoint trap
//! out: Aborted
//! out: Bus error
//! out: Floating point exception
//! out: Killed
//! out: User defined signal 1
//! out: Segmentation fault
//! out: User defined signal 2
//! out: Broken pipe
//! out: Alarm clock
//! out: Terminated
//! out: Stack fault
//! out: Child exited
//! out: Continued
//! out: Stopped (signal)
//! out: Stopped
//! out: Stopped (tty input)
//! out: Stopped (tty output)
//! out: Urgent I/O condition
//! out: CPU time limit exceeded
//! out: File size limit exceeded
//! out: Virtual timer expired
//! out: Profiling timer expired
//! out: Window changed
//! out: I/O possible
//! out: Power failure
//! out: Bad system call
//! out: Real-time signal 8
//! out: Real-time signal 19
//! out: Real-time signal 30
//! out: -1 1
//! out: 0 1
//! out: 0 0
//! out: 0 0
//! out: 1 0
//! out: 1
//! out: 3 1 2 3 1 1

#include <errno.h>
#include <pthread.h>
#include <search.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

static int calls;
static void once(void) { calls++; }
static int order(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

int main(void) {
    for (int i = 0; i <= 65; i += i < 31 ? 1 : 11)
        puts(strsignal(i));
    int status;
    printf("%d %d\n", wait(&status), errno == ECHILD);
    pthread_mutex_t plain = PTHREAD_MUTEX_INITIALIZER, nested;
    pthread_mutexattr_t kind;
    pthread_mutexattr_init(&kind);
    pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&nested, &kind);
    printf("%d %d\n", pthread_mutex_lock(&plain), pthread_mutex_trylock(&plain) == EBUSY);
    printf("%d %d\n", pthread_mutex_lock(&nested), pthread_mutex_lock(&nested));
    printf("%d %d\n", pthread_mutex_unlock(&nested), pthread_mutex_unlock(&nested));
    printf("%d %d\n", pthread_mutex_unlock(&nested) == EPERM, pthread_mutex_unlock(&plain));
    pthread_once_t control = PTHREAD_ONCE_INIT;
    pthread_once(&control, once);
    pthread_once(&control, once);
    printf("%d\n", calls);
    int keys[] = {3, 1, 2, 3};
    void *root = NULL;
    for (int i = 0; i < 4; i++)
        printf("%d ", **(int **)tsearch(&keys[i], &root, order));
    int missing = 7;
    printf("%d %d\n", tfind(&missing, &root, order) == NULL, tfind(&keys[2], &root, order) != NULL);
    return 0;
}
