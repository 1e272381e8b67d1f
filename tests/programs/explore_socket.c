//! what: a whole program asks the system for what no model answers
//! cover: branch 8/8

#include <errno.h>
#include <stdio.h>
#include <sys/socket.h>
int main(void) {
    int s = socket(AF_INET, SOCK_STREAM, 0);
    if (s < 0)
        return errno == EMFILE ? 3 : 4;
    char b[4];
    if (recv(s, b, sizeof b, 0) == 4 && b[3] == '!')
        puts("all");
    return 0;
}
