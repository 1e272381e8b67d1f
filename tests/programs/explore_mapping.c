//! what: a file in the address space
//! options: --sym-file A 3
//! cover: branch 8/10
//! infeasible-left: 2

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
    int file = open("A", O_RDONLY);
    struct stat status;
    fstat(file, &status);
    if (status.st_size < 3)
        return 1;
    char *bytes = mmap(0, 3, PROT_READ | PROT_WRITE, MAP_PRIVATE, file, 0);
    if (bytes == MAP_FAILED)
        return 2;
    if (bytes[1] == 'x')
        bytes[2] = 'y';
    if (bytes[2] == 'z')
        return 3;
    if (munmap(bytes, 3))
        return 4;
    return 0;
}
