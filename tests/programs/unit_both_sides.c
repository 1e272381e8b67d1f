//! what: an index that may lie before its object or behind it is tried on both sides
//! entry: top
//! cover: branch 4/4
//! needs-contract: out-of-bounds 13 count stays within what stack points to
//! needs-contract: null-dereference 13 stack is not null

struct frame {
    int kind;
    int value;
};

int top(const struct frame *stack, int count) {
    if (stack[count - 1].kind == 3) {
        if (stack[count - 1].value == 7)
            return 1;
        return 2;
    }
    return 0;
}
