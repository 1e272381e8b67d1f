//! what: every call of the outside world may fail, and streams remember it
//! options: --calls-may-fail
//! again: -- -m32
//! cover: branch 32/38
//! infeasible-left: 6

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int store(double value) {
    FILE *file = fopen("store", "w");
    if (file == NULL)
        return errno == EACCES ? 1 : 2;
    // The double goes through what stands in front of fprintf.
    int length = fprintf(file, "%d %.2f %s", 7, value, "end");
    if (length != 10) {
        int is_marked = ferror(file) != 0;
        fclose(file);
        return length < 0 && is_marked ? 3 : 90;
    }
    return fclose(file) == 0 ? 0 : 4;
}

static int load(void) {
    char line[16];
    FILE *file = fopen("store", "r");
    if (file == NULL)
        return 5;
    if (fgets(line, sizeof line, file) == NULL) {
        int is_marked = ferror(file) && !feof(file);
        fclose(file);
        return is_marked ? 6 : 91;
    }
    fclose(file);
    return strcmp(line, "7 2.50 end") == 0 ? 0 : 92;
}

int main(void) {
    int status = store(2.5);
    if (status != 0)
        return status;
    status = load();
    if (status != 0)
        return status;
    int (*open_it)(const char *, int, ...) = open;
    int file = open_it("more", O_CREAT | O_WRONLY, 0600);
    if (file < 0)
        return errno == EMFILE ? 7 : 8;
    for (int i = 0; i < 2; i++)
        if (write(file, "ab", 2) < 0)
            return 9 + i;
    return lseek(file, 0, SEEK_CUR) == 4 ? 0 : 11;
}
