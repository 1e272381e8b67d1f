//! what: empty environment, missing files, standard input at its end
//! run: exit 0
//! out: 1 1
//! out: 1

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    FILE *f = fopen("no/such/file", "r");
    printf("%d %d\n", f == NULL, errno == ENOENT);
    printf("%d\n", getenv("ASSAY_NO_SUCH_VARIABLE") == NULL);
    fflush(stdout);
    return 0;
}
