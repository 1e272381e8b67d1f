//! what: which number is the length of which pointer: by its name, or by its place among several
//! entry: unpack
//! cover: branch 14/14

struct stream {
    int mode;
};

int unpack(struct stream *stream, int maxLen, const char *source, char *target, int sourceSize,
           int targetCapacity) {
    if (!stream || !source || !target)
        return -1;
    if (stream->mode == 7 && maxLen > 1000)
        return 1;
    if (sourceSize > targetCapacity)
        return 2;
    for (int i = 0; i < sourceSize; i++)
        target[i] = source[i];
    return 0;
}
