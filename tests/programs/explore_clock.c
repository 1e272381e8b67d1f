//! what: the clock is an input that never goes back
//! cover: branch 6/8
//! infeasible-left: 2

#include <time.h>

int main(void) {
    time_t start = time(NULL);
    time_t end = time(NULL);
    if (end < start)
        return 1;
    if (end - start == 77)
        return 2;
    if (start % 60 == 0 && start < 0)
        return 3;
    return 0;
}
