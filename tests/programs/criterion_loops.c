//! what: loops with && in their conditions, break, continue, and code after them
//! cover: statement 29/29
//! cover: branch 20/20
//! cover: condition 26/26
//! cover: mcdc 6/6

int __VERIFIER_nondet_int(void);

static int count(int limit, int stop) {
    int sum = 0;
    for (int i = 0; i < limit && sum < 6; i++) {
        if (i == stop) continue;
        if (sum == 3) break;
        sum += i;
    }
    sum += 10;
    do {
        sum--;
        if (sum == 11) return sum;
    } while (sum > 9 && stop != 2);
    while (1) {
        sum += 3;
        if (sum > 14) break;
    }
    sum *= 2;
    return sum;
}

int main(void) {
    int limit = __VERIFIER_nondet_int();
    int stop = __VERIFIER_nondet_int();
    if (limit < 0 || limit > 6) return 1;
    return count(limit, stop);
}
