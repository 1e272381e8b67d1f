//! what: klee_get_errno is the number of the last error
//! cover: branch 4/4

#include <errno.h>

int klee_int(const char *name);
int klee_get_errno(void);

int main(void) {
    int way = klee_int("way");
    errno = way == 7 ? EBADF : 0;
    if (klee_get_errno() == EBADF)
        return 1;
    return 0;
}
