//! what: descriptors that a function is given: what comes from them and what becomes of what goes there is an input
//! entry: answer_key
//! cover: branch 16/16

#include <errno.h>
#include <unistd.h>

int answer_key(int in, int out) {
    unsigned char key[3];
    if (!isatty(in))
        return -1;
    ssize_t got = read(in, key, sizeof key);
    if (got < 0)
        return errno == EINTR ? -2 : -3;
    if (got < 3)
        return -4;
    if (key[0] == 27 && key[1] == '[')
        return key[2] == 'A' ? 1 : 2;
    if (write(out, key, 3) != 3)
        return -5;
    return 0;
}
