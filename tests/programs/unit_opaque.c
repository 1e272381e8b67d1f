//! what: a struct that is declared only is an object of unknown size; who casts it looks into it
//! entry: answer
//! cover: branch 6/6
//! needs-contract: null-dereference 23 stream is not null
//! needs-contract: null-dereference 26 stream1.inner is not null

struct hidden;

struct stream {
    struct hidden *inner;
    int mode;
};

struct view {
    int first, second;
};

#define VIEW(stream) ((const struct view *)(stream)->inner)

int answer(struct stream *stream) {
    int sum = 0;

    if (stream->mode == 1)
        return 1;

    sum = VIEW(stream)->first == 20;

    if (sum)
        return VIEW(stream)->second == 22 ? 42 : 2;
    return 0;
}
