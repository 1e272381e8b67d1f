//! what: files belong to the process, which may not give them away; the working folder has one name
//! cover: branch 11/18
//! infeasible-left: 7

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned user = __VERIFIER_nondet_uint();
    int file = open("mine", O_CREAT | O_RDWR, 0755);
    if (chown("mine", user, getgid()) == 0) {
        if (user == (unsigned)-1)
            return 1;
        struct stat status;
        if (fstat(file, &status) == 0 && status.st_uid != user)
            abort();
        return fchown(file, user, user) + lchown("mine", -1, -1);
    }
    if (errno != EPERM)
        abort();
    if (chown("another", -1, -1) != -1 || errno != ENOENT)
        abort();
    char *path = realpath("mine", NULL);
    return path && strcmp(path, "/home/user/mine") == 0 ? 2 : 3;
}
