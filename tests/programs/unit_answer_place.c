//! what: an undefined function returns a place in what it is given
//! entry: stack_room
//! cover: branch 6/6

unsigned char *top_of_stack(unsigned char *from, int task);

int stack_room(unsigned char *stack, int task) {
    unsigned char *top;
    if (!stack)
        return -1;
    top = top_of_stack(stack, task);
    if (!top)
        return 2;
    if ((unsigned long)(top - stack) - 1 < 20)
        return 1;
    return 0;
}
