//! what: constant conditions in decisions, and dead code
//! cover: statement 19/19
//! cover: branch 10/10
//! cover: condition 16/16
//! cover: mcdc 4/4

int __VERIFIER_nondet_int(void);
enum { ON = 1, OFF = 0 };

int main(void) {
    int a = __VERIFIER_nondet_int();
    int sum = 0;
    if (ON && a > 1) sum += 1;
    if (OFF || a > 2) sum += 2;
    if (a > 3 && ON && a < 9) sum += 4;
    if (OFF) sum += 8;
    if (a == 77) return 9;
    else return sum;
    return 3;
}
