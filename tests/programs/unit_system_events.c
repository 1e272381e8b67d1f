//! what: a function of the system fills as many elements as its caller has
//! entry: events
//! cover: branch 6/6

#include <sys/epoll.h>

int events(int set) {
    struct epoll_event list[4];
    int n = epoll_wait(set, list, 4, -1);
    for (int i = 0; i < n; i++)
        if (list[i].events & EPOLLERR)
            return list[i].data.fd == 7 ? 1 : 2;
    return 0;
}
