//! what: a struct with bit-fields made symbolic as a whole
//! cover: branch 10/10

#include <stddef.h>

void klee_make_symbolic(void *p, size_t n, const char *name);

struct request {
    unsigned version : 4;
    unsigned urgent : 1;
    int delta : 11;
    unsigned short port;
    unsigned char kind;
};

int main(void) {
    struct request r;
    klee_make_symbolic(&r, sizeof r, "r");
    if (r.version != 6)
        return 1;
    if (r.urgent && r.delta == -77)
        return 2;
    if (r.port == 443 || r.kind == 'k')
        return 3;
    return 0;
}
