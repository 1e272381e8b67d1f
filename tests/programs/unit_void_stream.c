//! what: a void pointer that only calls of the library look behind is a stream, also in functions that callers pass
//! entry: copy
//! options: --iterations 400
//! cover: branch 14/14

#include <stdio.h>

struct archive {
    int (*read)(struct archive *archive, void *to, unsigned size);
    void *file;
};

static int read_file(struct archive *archive, void *to, unsigned size) {
    return fread(to, 1, size, archive->file) == size ? 0 : -1;
}

struct archive archive_on(FILE *file) {
    return (struct archive){read_file, file};
}

int copy(struct archive *archive) {
    char head[2];
    if (!archive || archive->read != read_file || !archive->file)
        return -1;
    if (archive->read(archive, head, sizeof head) != 0)
        return -2;
    if (head[0] == 'P' && head[1] == 'K')
        return 1;
    return 0;
}
