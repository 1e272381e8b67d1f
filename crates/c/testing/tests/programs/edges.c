/* A program whose edges are marked by hand, as the front end would. Its first input says how it
 * is to end. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

unsigned char __assay_edges[5000];
const unsigned __assay_edge_count = sizeof __assay_edges;
static int untouched = 1234; /* may share a page with the edges */

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int condition);
unsigned char __VERIFIER_nondet_odd_name(void);
void klee_make_symbolic(void *address, size_t size, const char *name);
int sensor(int channel);
struct position { double x; long y; } position(int of);
extern int undefined_variable;
void never_defined_and_never_called(void);

static void took(int edge) { __assay_edges[edge] = 1; }

static int overflow_the_stack(int n) {
    volatile char block[4096];
    block[n & 4095] = 1;
    return overflow_the_stack(n + 1) + block[0];
}

static int memory_is_as_in_the_machine(void) {
    unsigned char *fresh = malloc(40);
    int ok = fresh[0] == 0xAA && fresh[39] == 0xAA;
    memset(fresh, 1, 40);
    fresh = realloc(fresh, 8);
    fresh = realloc(fresh, 4000);
    ok = ok && fresh[7] == 1 && fresh[8] == 0xAA && fresh[3999] == 0xAA;
    free(fresh);
    fresh = malloc(40);
    return ok && fresh[0] == 0xAA && fresh[39] == 0xAA;
}

int main(int argc, char **argv) {
    extern char **environ;
    char text[4];
    int how = __VERIFIER_nondet_int();
    took(how);
    if (untouched != 1234 || argc != 1 || argv[1] || environ[0] || getchar() != EOF)
        return 77;
    switch (how) {
    case 0: return 3;
    case 1: exit(4);
    case 2: _exit(5);
    case 3: abort();
    case 4: return *(volatile int *)(long)(how - 4);
    case 5: return overflow_the_stack(0);
    case 6: for (;;) {}
    case 7: __VERIFIER_assume(0);
    case 8: __VERIFIER_nondet_int(); took(4999); return 0;
    case 9: return sensor(1) - sensor(2);
    case 10: klee_make_symbolic(text, sizeof text, "text"); return text[1];
    case 11: return memory_is_as_in_the_machine();
    case 12: for (long i = 0; i < 1000000; i++) puts("a line that is written very often"); return 6;
    case 13: return __VERIFIER_nondet_odd_name() + undefined_variable;
    case 14: return how / (how - 14);
    case 15: { struct position at = position(3); return at.x * 10 + at.y; }
    case 16: never_defined_and_never_called();
    }
    return 0;
}
