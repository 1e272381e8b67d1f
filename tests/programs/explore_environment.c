//! what: variables of the environment, fixed and as inputs
//! options: --env MODE=fast --sym-env LEVEL 2
//! cover: branch 7/12
//! infeasible-left: 5

#include <stdlib.h>
#include <string.h>

extern char **environ;

int main(void) {
    const char *mode = getenv("MODE"), *level = getenv("LEVEL");
    if (mode == NULL || strcmp(mode, "fast") != 0 || level == NULL || environ[2] != NULL)
        return 9;
    if (getenv("OTHER") != NULL)
        return 8;
    if (atoi(level) == 42)
        return 1;
    return 0;
}
