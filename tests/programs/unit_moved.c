//! what: an undefined function reads from a text and moves the pointer into it, which its caller goes by
//! entry: parse
//! options: --iterations 400
//! cover: branch 16/16

int next_byte(const unsigned char **at);
int next_word(const unsigned char **at, const unsigned char *end, int *word);

int parse(const unsigned char *text, int length, int *count) {
    const unsigned char *at = text, *end = text + length;
    int word;
    if (length < 4 || length > 20 || !count)
        return -1;
    if (next_byte(&at) != 7)
        return -2;
    *count = 0;
    while (at < end) {
        if (!next_word(&at, end, &word))
            return -3;
        ++*count;
        if (at >= end && *count == 2)
            return 2;
    }
    return 0;
}
