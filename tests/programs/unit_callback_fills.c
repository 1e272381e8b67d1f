//! what: a callback fills the buffer that it is given, as far as the size beside it says
//! entry: read_header
//! cover: branch 24/24

struct stream {
    void *context;
    int (*read)(void *context, unsigned char *buf, unsigned long size);
};

int read_header(struct stream *s, unsigned *length) {
    unsigned char header[8];
    if (!s || !s->read || !length)
        return -7;
    int n = s->read(s->context, header, sizeof header);
    if (n < 0)
        return -1;
    if (n != 8)
        return -2;
    if (header[0] != 'H' || header[1] != 'D' || header[2] != '\r')
        return -3;
    if (header[3] > 2)
        return -4;
    *length = header[4] | header[5] << 8;
    if (*length > 4096)
        return -5;
    if (header[3] == 2 && header[6] != (header[4] ^ header[5]))
        return -6;
    return 0;
}
