//! what: labels as values: a small interpreter with threaded dispatch
//! run: exit 0
//! out: 5401 1

#include <stdio.h>

enum { PUSH, ADD, MUL, DUP, JUMP_IF, DEC, HALT };

static int execute(const int *code) {
    static void *const labels[] = {&&push, &&add, &&mul, &&dup, &&jump_if, &&dec, &&halt};
    int stack[16], top = 0;
    const int *pc = code;
    goto *labels[*pc];
push:
    stack[top++] = pc[1];
    pc += 2;
    goto *labels[*pc];
add:
    top--;
    stack[top - 1] += stack[top];
    goto *labels[*++pc];
mul:
    top--;
    stack[top - 1] *= stack[top];
    goto *labels[*++pc];
dup:
    stack[top] = stack[top - 1];
    top++;
    goto *labels[*++pc];
jump_if:
    pc = stack[top - 1] ? code + pc[1] : pc + 2;
    goto *labels[*pc];
dec:
    stack[top - 1]--;
    goto *labels[*++pc];
halt:
    return stack[0] * 100 + top;
}

int main(void) {
    const int square[] = {PUSH, 7, DUP, MUL, PUSH, 5, ADD, HALT};
    const int count[] = {PUSH, 10, DEC, JUMP_IF, 2, HALT};
    printf("%d %d\n", execute(square), execute(count));
    return 0;
}
