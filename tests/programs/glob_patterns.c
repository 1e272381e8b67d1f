//! what: glob on the files that a program has made
//! run: exit 0
//! out: *.c: a.c b.c
//! out: [!a]*: b.c c.h sub
//! out: .*: . .. .hidden
//! out: */?.c: sub/y.c sub/z.c
//! out: sub/../*.h: sub/../c.h
//! out: c.h: c.h
//! out: *, marked: a.c b.c c.h sub/
//! out: */: sub/
//! out: *.o: no match
//! out: *.o, unchecked: *.o
//! out: none, without magic: none
//! out: *, folders: sub
//! out: \*.c, no escape: no match
//! out: appended: a.c b.c c.h a.c
//! out: with offsets: 2 1 1 c.h

#define _GNU_SOURCE
#include <fcntl.h>
#include <glob.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static void make(const char *name) {
    close(open(name, O_CREAT | O_WRONLY, 0644));
}

static void show(const char *pattern, int flags, const char *how) {
    glob_t found;
    printf("%s%s:", pattern, how);
    if (glob(pattern, flags, NULL, &found) != 0) {
        printf(" no match\n");
        return;
    }
    for (size_t i = 0; i < found.gl_pathc; i++)
        printf(" %s", found.gl_pathv[i]);
    printf("\n");
    globfree(&found);
}

static void show_appended(void) {
    glob_t found;
    glob("*.c", 0, NULL, &found);
    glob("*.h", GLOB_APPEND, NULL, &found);
    glob("a*", GLOB_APPEND, NULL, &found);
    printf("appended:");
    for (char **path = found.gl_pathv; *path; path++)
        printf(" %s", *path);
    printf("\n");
    globfree(&found);
    found.gl_offs = 2;
    glob("*.h", GLOB_DOOFFS, NULL, &found);
    printf("with offsets: %d %d %zu %s\n", 2 - (found.gl_pathv[0] || found.gl_pathv[1]), !found.gl_pathv[3],
           found.gl_pathc, found.gl_pathv[2]);
    globfree(&found);
}

int main(void) {
    static const char *const names[] = {"b.c", "a.c", "c.h", ".hidden"};
    mkdir("place", 0755);
    if (chdir("place") != 0)
        return 1;
    for (int i = 0; i < 4; i++)
        make(names[i]);
    mkdir("sub", 0755);
    make("sub/z.c");
    make("sub/y.c");
    static const char *const patterns[] = {"*.c", "[!a]*", ".*", "*/?.c", "sub/../*.h", "c.h"};
    for (int i = 0; i < 6; i++)
        show(patterns[i], 0, "");
    show("*", GLOB_MARK, ", marked");
    show("*/", 0, "");
    show("*.o", 0, "");
    show("*.o", GLOB_NOCHECK, ", unchecked");
    show("none", GLOB_NOMAGIC, ", without magic");
    show("*", GLOB_ONLYDIR, ", folders");
    show("\\*.c", GLOB_NOESCAPE, ", no escape");
    show_appended();
    return 0;
}
