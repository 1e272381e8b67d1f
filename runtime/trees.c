// Binary search trees of search.h. `twalk` shows the form of a tree, so it is balanced as glibc's are: a
// red-black tree, split on the way down when a key is inserted, mended on the way up when one is
// removed. No path from the root has two red nodes in a row, and all have as many black ones.

#include "assay.h"

struct tree {
    const void *key; // first: callers look behind a node for it
    struct tree *below[2];
    _Bool is_red;
};

typedef int order(const void *, const void *);

static _Bool is_red(const struct tree *node) {
    return node != NULL && node->is_red;
}

// The child at this side takes the place of its parent, which becomes its child, and its colour; the
// parent becomes red.
static void rotate(struct tree **place, int side) {
    struct tree *parent = *place, *child = parent->below[side];
    parent->below[side] = child->below[!side];
    child->below[!side] = parent;
    child->is_red = parent->is_red;
    parent->is_red = 1;
    *place = child;
}

void *tfind(const void *key, struct tree *const *root, order *compare) {
    struct tree *node = root == NULL ? NULL : *root;
    while (node != NULL) {
        int difference = compare(key, node->key);
        if (difference == 0)
            break;
        node = node->below[difference > 0];
    }
    return node;
}

// ---- Insertion --------------------------------------------------------------------------

// A place on the way down, with those above it and the sides on which they lie.
struct way {
    struct tree **here, **parent, **grandparent;
    int side, parent_side;
};

// The node here has become red. If its parent is red too, one of the two moves up.
static void separate_red(struct way *way) {
    if (way->parent == NULL || !(*way->parent)->is_red)
        return;
    if (way->side != way->parent_side) {
        rotate(way->parent, way->side);
        way->here = way->grandparent; // where the next rotation puts the node
    }
    rotate(way->grandparent, way->parent_side);
}

static void split(struct way *way) {
    struct tree *node = *way->here;
    if (!is_red(node->below[0]) || !is_red(node->below[1]))
        return;
    node->below[0]->is_red = node->below[1]->is_red = 0;
    node->is_red = 1;
    separate_red(way);
}

void *tsearch(const void *key, struct tree **root, order *compare) {
    if (root == NULL)
        return NULL;
    if (*root != NULL)
        (*root)->is_red = 0;
    struct way way = {.here = root};
    while (*way.here != NULL) {
        struct tree *node = *way.here;
        int difference = compare(key, node->key);
        if (difference == 0)
            return node;
        split(&way);
        way = (struct way){&node->below[difference > 0], way.here, way.parent, difference > 0, way.side};
    }
    struct tree *leaf = __assay_malloc(sizeof *leaf);
    *leaf = (struct tree){key, {NULL, NULL}, 1};
    *way.here = leaf;
    separate_red(&way);
    return leaf;
}

// ---- Removal ----------------------------------------------------------------------------

enum { DEEPEST = 2 * 8 * sizeof(void *) }; // no tree that fits into memory is deeper

// The places above one, from the root, and the side on which each goes on.
struct descent {
    struct tree **places[DEEPEST];
    int sides[DEEPEST];
    int depth;
};

// Goes on below a place, at this side.
static struct tree **descend(struct descent *descent, struct tree **place, int side) {
    descent->places[descent->depth] = place;
    descent->sides[descent->depth++] = side;
    return &(*place)->below[side];
}

// Below the last place of the descent, where now `below` is, there is a black node too few.
static void mend(struct descent *descent, struct tree *below) {
    while (descent->depth > 0 && !is_red(below)) {
        struct tree **place = descent->places[descent->depth - 1];
        int side = descent->sides[descent->depth - 1];
        if (is_red((*place)->below[!side])) {
            rotate(place, !side); // puts the node that was here at this side of it
            place = &(*place)->below[side];
            descend(descent, place, side);
        }
        struct tree *sibling = (*place)->below[!side];
        if (!is_red(sibling->below[0]) && !is_red(sibling->below[1])) {
            sibling->is_red = 1;
            below = *place;
            descent->depth--;
            continue;
        }
        if (!is_red(sibling->below[!side]))
            rotate(&(*place)->below[!side], side);
        rotate(place, !side);
        (*place)->below[0]->is_red = (*place)->below[1]->is_red = 0;
        return;
    }
    if (below != NULL)
        below->is_red = 0;
}

// Of the root, which has no parent, the result is a node all the same.
void *tdelete(const void *key, struct tree **root, order *compare) {
    if (root == NULL || *root == NULL)
        return NULL;
    struct descent descent = {.depth = 0};
    struct tree **place = root, *parent = *root;
    for (int difference; (difference = compare(key, (*place)->key)) != 0;) {
        parent = *place;
        place = descend(&descent, place, difference > 0);
        if (*place == NULL)
            return NULL;
    }
    struct tree *removed = *place;
    if (removed->below[0] != NULL && removed->below[1] != NULL) {
        place = descend(&descent, place, 1);
        while ((*place)->below[0] != NULL)
            place = descend(&descent, place, 0);
        removed->key = (*place)->key; // the next one moves here
        removed = *place;
    }
    *place = removed->below[removed->below[0] == NULL];
    if (!removed->is_red)
        mend(&descent, *place);
    __assay_free(removed);
    return parent;
}

void tdestroy(struct tree *root, void (*free_key)(void *)) {
    if (root == NULL)
        return;
    tdestroy(root->below[0], free_key);
    tdestroy(root->below[1], free_key);
    free_key((void *)root->key);
    __assay_free(root);
}

// ---- Walking ----------------------------------------------------------------------------

enum visit { PREORDER, POSTORDER, ENDORDER, LEAF };

// One of the two is called.
struct visitor {
    void (*plain)(const void *node, enum visit visit, int depth);
    void (*with)(const void *node, enum visit visit, void *argument);
    void *argument;
};

static void visit(const struct visitor *visitor, const struct tree *node, enum visit visit, int depth) {
    if (visitor->plain != NULL)
        visitor->plain(node, visit, depth);
    else
        visitor->with(node, visit, visitor->argument);
}

static void walk(const struct visitor *visitor, const struct tree *node, int depth) {
    if (node->below[0] == NULL && node->below[1] == NULL) {
        visit(visitor, node, LEAF, depth);
        return;
    }
    visit(visitor, node, PREORDER, depth);
    if (node->below[0] != NULL)
        walk(visitor, node->below[0], depth + 1);
    visit(visitor, node, POSTORDER, depth);
    if (node->below[1] != NULL)
        walk(visitor, node->below[1], depth + 1);
    visit(visitor, node, ENDORDER, depth);
}

void twalk(const struct tree *root, void (*action)(const void *, enum visit, int)) {
    if (root != NULL && action != NULL)
        walk(&(struct visitor){.plain = action}, root, 0);
}

void twalk_r(const struct tree *root, void (*action)(const void *, enum visit, void *), void *argument) {
    if (root != NULL && action != NULL)
        walk(&(struct visitor){.with = action, .argument = argument}, root, 0);
}
