//! what: a pointer with its length, an array behind a pointer, a string
//! entry: score
//! cover: branch 16/16

#include <stddef.h>

int score(const unsigned char *data, size_t length, const int *weights, const char *name) {
    int sum = 0;
    if (!data || !weights || !name)
        return -1;
    for (size_t i = 0; i < length; i++)
        sum += data[i];
    if (sum == 300)
        return 1;
    if (weights[0] == 77)
        return 2;
    if (name[0] == 'o' && name[1] == 'k')
        return 3;
    return 0;
}
