//! what: a list reversed, a binary tree, freed completely
//! run: exit 12
//! out: 13@2 17@4 19@3 26@1 28@3 30@4 33@2 36@4 37@3 38@0 45@1 49@2 .

#include <stdio.h>
#include <stdlib.h>

struct node {
    int key;
    struct node *left, *right;
};

static struct node *insert(struct node *t, int key) {
    if (!t) {
        t = calloc(1, sizeof *t);
        t->key = key;
    } else if (key < t->key) {
        t->left = insert(t->left, key);
    } else if (key > t->key) {
        t->right = insert(t->right, key);
    }
    return t;
}

static int walk(const struct node *t, int depth) {
    if (!t)
        return 0;
    int n = walk(t->left, depth + 1);
    printf("%d@%d ", t->key, depth);
    return n + 1 + walk(t->right, depth + 1);
}

static void destroy(struct node *t) {
    if (!t)
        return;
    destroy(t->left);
    destroy(t->right);
    free(t);
}

int main(void) {
    struct node *root = NULL;
    unsigned x = 1;
    for (int i = 0; i < 12; i++) {
        x = x * 1103515245 + 12345;
        root = insert(root, (int)(x >> 16) % 50);
    }
    int n = walk(root, 0);
    printf(".\n");
    destroy(root);
    return n;
}
