//! what: alloca in a loop and across calls
//! run: exit 14
//! out: 30 2470
//! out: on the stack

#include <alloca.h>
#include <stdio.h>
#include <string.h>

struct node {
    struct node *next;
    int value;
};

static int build(int n) {
    struct node *head = NULL;
    for (int i = 0; i < n; i++) {
        struct node *node = alloca(sizeof *node);
        node->next = head;
        node->value = i * i;
        head = node;
    }
    int sum = 0;
    for (struct node *p = head; p; p = p->next)
        sum += p->value;
    return sum;
}

int main(void) {
    printf("%d %d\n", build(5), build(20));
    char *text = alloca(32);
    strcpy(text, "on the stack");
    printf("%s\n", text);
    return build(4);
}
