//! what: a pointer to the end of what another one points to, as a parameter and as a member
//! entry: parse
//! cover: branch 18/18

struct span {
    const short *first;
    const short *spanEnd;
};

const char *parse(const char *text, const char *end, const struct span *span) {
    if (!text || !end || !span || !span->first || !span->spanEnd)
        return 0;
    for (const short *at = span->first; at < span->spanEnd; at++)
        if (*at == 99)
            return end;
    while (text < end && *text != ';')
        text++;
    return text;
}
