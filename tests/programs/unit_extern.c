//! what: variables that are declared and defined nowhere are inputs, arrays without a size too
//! entry: set_up
//! cover: branch 12/12

struct device {
    int block;
    int (*start)(int number);
};

extern struct device devices[];
extern int limit;

int set_up(int number) {
    if (number > limit)
        return -1;
    if (limit == 5)
        return 1;
    if (number != 3)
        return -2;
    if (devices[number].block != 16)
        return 2;
    if (!devices[number].start)
        return 3;
    if (devices[number].start(number))
        return 4;
    return 0;
}
