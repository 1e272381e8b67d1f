//! what: what is read or written may be less than what was asked for
//! options: --calls-may-fail
//! again: -- -m32
//! cover: branch 36/46
//! infeasible-left: 10

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Descriptors: a part is no error, and the rest can be asked for. */
static int with_descriptors(void) {
    int file = open("parts", O_CREAT | O_RDWR, 0600);
    if (file < 0)
        return 1;
    errno = 0;
    ssize_t count = write(file, "abcd", 4);
    if (count < 0)
        return 2;
    if (count < 4)
        return count == 3 && errno == 0 && write(file, "d", 1) == 1 ? 3 : 4;
    char text[8] = "";
    size_t room = sizeof text;
    count = pread(file, text, room, 0);
    if (room != 8)
        return 90;
    if (count == 2)
        return memcmp(text, "ab\0", 3) == 0 ? 5 : 91;
    return 0;
}

/* Streams: only an error lets them stop before the end. */
static int with_streams(void) {
    short numbers[3] = {1, 2, 3};
    FILE *file = fopen("numbers", "w+");
    if (file == NULL)
        return 10;
    size_t count = fwrite(numbers, sizeof *numbers, 3, file);
    if (count > 0 && count < 3)
        return !ferror(file) || errno != ENOSPC ? 92 : count == 1 ? 11 : 12;
    if (count == 0)
        return 13;
    rewind(file);
    memset(numbers, 0, sizeof numbers);
    count = fread(numbers, sizeof *numbers, 3, file);
    if (count == 2)
        return ferror(file) && !feof(file) && numbers[1] == 2 && numbers[2] == 0 ? 14 : 93;
    /* There is no part of one. */
    return fread(numbers, sizeof *numbers, 1, file) <= 1 ? 0 : 94;
}

int main(void) {
    int status = with_descriptors();
    return status != 0 ? status : with_streams();
}
