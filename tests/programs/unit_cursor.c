//! what: a cursor between two ends: pointers into one array, in any order, and what stands before the cursor
//! entry: look_back
//! cover: branch 18/18
//! needs-contract: out-of-bounds 11 cursor1.at points behind the start of its object

struct cursor { const char *begin, *at, *end; };

int look_back(const struct cursor *cursor) {
    if (!cursor || !cursor->begin || !cursor->at || cursor->at == cursor->begin)
        return -1;
    char before = cursor->at[-1];
    if (before == '\\')
        return 1;
    if (before == '\n' && cursor->at < cursor->end)
        return 2;
    if (cursor->at - cursor->begin > 9 && cursor->at[-9] == '@')
        return 3;
    return 0;
}
