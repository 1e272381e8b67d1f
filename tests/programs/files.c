//! what: files are made, read again, moved, removed; positions and error numbers
//! run: exit 0
//! out: 5 hello 0
//! out: 2 llo
//! out: hEllo!
//! out: 6 6 1
//! out: 17 2 20 21
//! out: 0 -1 2
//! out: 3 -1 22
//! out: one two 7
//! out: 1 1 0

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int error_of(int result) {
    return result < 0 ? errno : 0;
}

int main(void) {
    char text[20] = "";
    int fd = open("made", O_RDWR | O_CREAT | O_TRUNC, 0644);
    ssize_t written = write(fd, "hello", 5);
    lseek(fd, 0, SEEK_SET);
    read(fd, text, sizeof text - 1);
    printf("%zd %s %zd\n", written, text, read(fd, text, 3));
    memset(text, 0, sizeof text);
    off_t at = lseek(fd, -3, SEEK_END);
    read(fd, text, sizeof text);
    printf("%ld %s\n", (long)at, text);
    pwrite(fd, "E", 1, 1);
    close(fd);

    FILE *file = fopen("made", "a+");
    fputs("!", file);
    rewind(file);
    fgets(text, sizeof text, file);
    printf("%s\n", text);
    struct stat status;
    stat("made", &status);
    printf("%ld %ld %d\n", (long)status.st_size, ftell(file), S_ISREG(status.st_mode));
    fclose(file);

    mkdir("folder", 0755);
    int exists = error_of(mkdir("folder", 0755));
    int missing = error_of(open("folder/none", O_RDONLY));
    int no_folder = error_of(open("made/x", O_RDONLY));
    int is_folder = error_of(open("folder", O_WRONLY));
    printf("%d %d %d %d\n", exists, missing, no_folder, is_folder);

    int moved = rename("made", "folder/./moved");
    int gone = access("made", F_OK);
    printf("%d %d %d\n", moved, gone, errno);
    fd = open("folder/moved", O_RDONLY);
    int copy = dup(fd);
    lseek(fd, 3, SEEK_SET);
    long shared = lseek(copy, 0, SEEK_CUR), bad = lseek(copy, -1, SEEK_SET);
    printf("%ld %ld %d\n", shared, bad, errno);
    close(fd);
    close(copy);

    file = fopen("folder/words", "w+");
    fprintf(file, "%s %s %d", "one", "two", 7);
    rewind(file);
    char first[8], second[8];
    int number;
    fscanf(file, "%7s %7s %d", first, second, &number);
    printf("%s %s %d\n", first, second, number);
    int at_end = fgetc(file) == EOF && feof(file);
    fclose(file);
    int not_empty = error_of(rmdir("folder")) == ENOTEMPTY;
    unlink("folder/words");
    unlink("folder/moved");
    printf("%d %d %d\n", at_end, not_empty, rmdir("folder"));
    return 0;
}
