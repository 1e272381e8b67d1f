//! what: switches on constants have no branches: only the label that is taken has an outcome
//! cover: branch 21/22
//! cover: statement 28/29
//! cover: condition 21/22
//! cover: mcdc 0/0
//! infeasible-left: 1

#include <stdlib.h>

int __VERIFIER_nondet_int(void);

static void leave(void) { exit(3); }

int main(void) {
    int a = __VERIFIER_nondet_int();
    int r = 0;
    if (a > 4) { switch (-128 & 7) { case 0: r++; break; case 2: r--; break; } }
    if (a == 1) { leave(); switch (0) { case 0: r = 3; } }
    if (a == 2) return 1;
    switch (sizeof(int)) { case 8: r = 8; case 4: r += 2; break; }
    while (r < 6) { switch (2) { case 1: r = 9; case 2: r += 2; break; default: r = 7; } }
    switch (a) {
        case 7: switch (1) { case 1: r += 3; } break;
        case 8 ... 1000: switch (3) { default: r = 1; break; case 4: r = 2; } break;
        default: break;
        case 9000 ... 9900: switch (6) { case 5: r = 2; } break;
    }
    return r;
}
