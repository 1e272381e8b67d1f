//! what: decisions and statements in macros, nested macros, and arguments that are used twice
//! cover: statement 34/34
//! cover: branch 24/24
//! cover: condition 32/32
//! cover: mcdc 10/10

int __VERIFIER_nondet_int(void);

#define BETWEEN(x, low, high) ((x) >= (low) && (x) <= (high))
#define LARGER(a, b) ((a) > (b) ? (a) : (b))
#define EITHER(x) (BETWEEN(x, 3, 5) || (x) == 9)
#define ADD_IF(condition, sum, x) do { if (condition) sum += (x); } while (0)

int main(void) {
    int a = __VERIFIER_nondet_int();
    int b = __VERIFIER_nondet_int();
    int sum = 0;
    if (BETWEEN(a, 1, 4)) sum = 1;
    if (EITHER(b)) sum += 2;
    if (BETWEEN(a, 2, 3) && b != 0) sum += 4;
    ADD_IF(LARGER(a, b) == 7, sum, 8);
    ADD_IF(a == 1 || b == 1, sum, 16);
    return sum;
}
