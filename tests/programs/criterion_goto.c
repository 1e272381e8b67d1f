//! what: goto into and out of blocks, labels, and a computed goto
//! cover: statement 22/22
//! cover: branch 12/12
//! cover: condition 16/16
//! cover: mcdc 4/4

int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int sum = 0;
    if (x == 1) goto inside;
    if (x > 100) goto out;
    while (x > 0 && sum < 5) {
        sum += 2;
inside:
        sum += 1;
        x--;
    }
    if (sum == 0 && x < -7) goto again;
    sum += 4;
again:
    sum += 1;
    static const void *const targets[] = { &&even, &&odd };
    goto *targets[sum & 1];
even:
    sum += 16;
out:
    return sum;
odd:
    return sum + 32;
}
