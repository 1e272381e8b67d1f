//! what: pairs between functions, of struct fields and of arrays, each as one variable
//! options: --dataflow-extended
//! cover: dataflow 23/23

int __VERIFIER_nondet_int(void);

struct pump {
    int level;
    struct {
        char name[4];
        int speed;
    } motor;
};

static int mode = 1;
static struct pump first;

static void start(int by) {
    first.level = by;
    mode = 2;
}

static int state(void) { return mode + first.level; }

int main(void) {
    struct pump own = { 1, { "a", 7 } };
    int table[3];
    int by = __VERIFIER_nondet_int() & 3;
    if (by > 1)
        start(by);
    if (by > 2)
        own.motor.speed = 3;
    table[by & 1] = by;
    if (by == 0)
        table[2] = 5;
    struct pump copy = own;
    if (state() > 3)
        return copy.motor.speed;
    return table[by % 3] + copy.level;
}
