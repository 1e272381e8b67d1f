//! what: an index that is out of bounds with the first input, and a pointer that is null, are tried in bounds
//! entry: reply
//! cover: branch 6/6
//! needs-contract: null-dereference 15 request is not null
//! finding: out-of-bounds 12
//! needs-contract: out-of-bounds 15 offset stays within what request points to

static const int weights[4] = {1, 2, 4, 8};

int reply(const unsigned char *request, unsigned offset, short weight) {
    int sum = 0;
    if (weights[weight + 100] == 8)
        sum++;
    /* An offset that leads from null to where an object lies is no way to reach this. */
    if (request[offset - 1] == 3)
        sum += 2;
    if (sum == 3)
        return 1;
    return 0;
}
