//! what: pairs of a function under test: parameters, pointers, a global
//! entry: find
//! cover: dataflow 29/29

int limit;

int find(const int *list, unsigned length, int wanted) {
    unsigned at = 0;
    if (!list || length > 3)
        return -1;
    while (at < length) {
        if (list[at] == wanted)
            break;
        at++;
    }
    if (at == length)
        return limit;
    return (int)at;
}
