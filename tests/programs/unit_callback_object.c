//! what: a callback is given an object with pointers: its numbers may change, its pointers are those of the caller
//! entry: encode
//! cover: branch 14/14

struct stream {
    int (*write)(struct stream *stream, const void *bytes, unsigned long size);
    unsigned long most, written;
    const char *error;
};

int encode(struct stream *stream, const unsigned char *bytes) {
    if (!stream || !stream->write || !bytes)
        return -1;
    if (!stream->write(stream, bytes, 4)) {
        if (stream->error)
            return stream->error[0] == 'x' ? 2 : 3;
        stream->error = "write";
        return 1;
    }
    if (stream->written > stream->most)
        return 4;
    return 0;
}
