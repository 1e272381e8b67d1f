//! what: ternaries as operands of `&&` and `||`, which are known in several places of the code
//! cover: branch 44/48
//! cover: mcdc 6/6
//! infeasible-left: 4

int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int();
    int b = __VERIFIER_nondet_int();
    int odd = (int)(2u * (unsigned)b + 1u);
    int sum = 0;
    /* The first operand is never false, though `b == 5` often is. */
    if ((a > 5 ? (b == 5 || odd) : 1) && a != 7) sum += 1;
    if ((a > 6 ? (b > 6 && a < 20) : b < 0) && a != 8) sum += 2;
    /* Never true. */
    if ((a > 9 ? (b == 9 && !odd) : 0) || a == 10) sum += 4;
    if ((a > 11 ? 1 : b > 11) && (b > 12 ? a > 12 : 0)) sum += 8;
    while (sum < 3 && (a > 13 ? b > 13 : b > 14 || a < 3)) sum++;
    return sum;
}
