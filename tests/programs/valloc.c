//! what: memory that starts with a page
//! run: exit 0

#include <stdint.h>
#include <stdlib.h>

int main(void) {
    char *first = malloc(3);
    char *page = valloc(100);
    page[99] = 1;
    int is_page = (uintptr_t)page % 4096 == 0;
    free(page);
    free(first);
    return !is_page;
}
