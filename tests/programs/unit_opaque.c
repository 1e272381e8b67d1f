//! what: a struct that is declared only is an object of unknown size; who casts it looks into it
//! entry: answer
//! cover: branch 6/6
//! needs-contract: null-dereference 22 stream is not null
//! needs-contract: null-dereference 25 stream1.inner is not null

struct hidden;

struct stream {
    struct hidden *inner;
    int mode;
};

struct view {
    int first, second;
};

int answer(struct stream *stream) {
    const struct view *view;
    int sum = 0;

    if (stream->mode == 1)
        return 1;
    view = (const struct view *)stream->inner;
    sum = view->first == 20;
    if (sum)
        return view->second == 22 ? 42 : 2;
    return 0;
}
