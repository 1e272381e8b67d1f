//! what: functions of the system that change sets and lists: select, poll
//! entry: wait_for
//! cover: branch 14/14

#include <errno.h>
#include <poll.h>
#include <sys/select.h>

int wait_for(int fd) {
    fd_set set;
    FD_ZERO(&set);
    FD_SET(3, &set);
    struct timeval limit = {1, 0};
    int n = select(4, &set, 0, 0, &limit);
    if (n < 0)
        return errno == EINTR ? 1 : -1;
    if (n == 0)
        return 2;
    if (FD_ISSET(3, &set))
        return 3;
    struct pollfd p = {fd, POLLIN, 0};
    if (poll(&p, 1, 100) == 1 && p.revents & POLLHUP)
        return 4;
    return 0;
}
