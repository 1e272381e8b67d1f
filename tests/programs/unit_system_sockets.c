//! what: functions of the system without a model: any answer, any error number, filled buffers
//! entry: take
//! cover: branch 18/18

#define _GNU_SOURCE
#include <errno.h>
#include <netinet/in.h>
#include <sys/socket.h>

int take(int fd) {
    struct sockaddr_in from;
    socklen_t size = sizeof from;
    int client = accept4(fd, (struct sockaddr *)&from, &size, SOCK_NONBLOCK);
    if (client == -1 && errno == EAGAIN)
        return -1;
    if (client < 0)
        return -2;
    char text[16];
    long n = recv(client, text, sizeof text, 0);
    if (n > 2 && text[0] == 'G' && text[1] == 'E')
        return 1;
    if (n == 0)
        return 2;
    int error;
    size = sizeof error;
    if (getsockopt(client, SOL_SOCKET, SO_ERROR, &error, &size) == 0 && error == ECONNRESET)
        return 3;
    return 0;
}
