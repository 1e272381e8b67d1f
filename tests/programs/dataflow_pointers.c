//! what: pairs through pointers: a run compares addresses, so that only what was really hit counts
//! options: --dataflow-extended
//! cover: dataflow 37/42

int __VERIFIER_nondet_int(void);

struct pair { int low; int high; };

static int limit = 7;
static int *current = &limit;

static void put(int *where, int value) { *where = value; }

static int sum(const struct pair *of) { return of->low + of->high; } // infeasible: first.low from 16:46

static void clear(struct pair *of) { of->low = 0; }

int main(void) {
    struct pair first = { 1, 2 }, second = { 3, 4 };
    int own = 5;
    int table[4] = { 0 };
    int a = __VERIFIER_nondet_int() & 63;
    if (a > 10)
        current = &own;
    put(current, 9);
    struct pair *chosen = a & 1 ? &first : &second;
    if (a > 20)
        clear(chosen);
    int *at = table;
    while (a > 30 && at < table + 4) { // infeasible: at from 29:10 then false
        *at++ = a;
        a--;
    }
    if (own == 5) // infeasible: own from 12:49 then true, own from 20:9 then false
        return sum(&first);
    return sum(&second) + limit + table[2]; // infeasible: limit from 12:49
}
