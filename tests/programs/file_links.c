//! what: several names for a file, link and realpath
//! run: exit 0
//! out: made 0 2 2
//! out: shared 5 same
//! out: without the first 0 1 5
//! out: refused: exists no-entry folder
//! out: renamed 0 1 1
//! out: real /new-name /sub /sub/inner .
//! out: not there: no-entry invalid

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int links(const char *name) {
    struct stat status;
    return stat(name, &status) == 0 ? (int)status.st_nlink : -1;
}

static const char *error_of(int result) {
    switch (result == 0 ? 0 : errno) {
    case 0: return "none";
    case EEXIST: return "exists";
    case ENOENT: return "no-entry";
    case EPERM: return "folder";
    case EINVAL: return "invalid";
    default: return "other";
    }
}

// Below the folder that the program runs in.
static const char *real(const char *path) {
    static char here[PATH_MAX], there[PATH_MAX];
    if (!getcwd(here, sizeof here) || !realpath(path, there))
        return "?";
    size_t length = strlen(here);
    return strncmp(here, there, length) != 0 ? "elsewhere" : there[length] ? there + length : ".";
}

int main(void) {
    struct stat one, other;
    int file = open("first", O_CREAT | O_RDWR, 0644);
    printf("made %d ", link("first", "second"));
    printf("%d %d\n", links("first"), links("second"));
    if (write(file, "hello", 5) != 5 || stat("first", &one) != 0 || stat("second", &other) != 0)
        return 1;
    printf("shared %d %s\n", (int)other.st_size, one.st_ino == other.st_ino ? "same" : "different");
    printf("without the first %d ", unlink("first"));
    stat("second", &other);
    printf("%d %d\n", (int)other.st_nlink, (int)other.st_size);
    mkdir("sub", 0755);
    printf("refused: %s ", error_of(link("second", "sub")));
    printf("%s ", error_of(link("first", "third")));
    printf("%s\n", error_of(link("sub", "third")));
    link("second", "sub/inner");
    unlink("second");
    link("sub/inner", "name");
    printf("renamed %d ", rename("name", "new-name"));
    unlink("sub/inner");
    close(open("sub/inner", O_CREAT | O_WRONLY, 0600));
    printf("%d %d\n", links("new-name"), links("sub/inner"));
    printf("real %s ", real("./sub/../new-name"));
    printf("%s ", real("sub/"));
    chdir("sub");
    char *inner = realpath("inner", NULL);
    chdir("..");
    char here[PATH_MAX];
    printf("%s %s\n", inner && getcwd(here, sizeof here) ? inner + strlen(here) : "?", real("."));
    free(inner);
    printf("not there: %s ", error_of(realpath("nothing", here) ? 0 : -1));
    printf("%s\n", error_of(realpath(NULL, here) ? 0 : -1));
    return 0;
}
