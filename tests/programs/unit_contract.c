//! what: findings that a caller may never cause say which condition excludes them; others do not
//! entry: average
//! cover: branch 6/6
//! needs-contract: null-dereference 19 samples is not null
//! needs-contract: out-of-bounds 19 samples points to at least
//! needs-contract: null-dereference 25 report is not null
//! finding: division-by-zero 23
//! finding: signed-overflow 23

struct report {
    int mean;
};

void average(const int *samples, struct report *report, int divisor, int count) {
    unsigned sum = 0;
    if (count < 2 || count > 70)
        return;
    for (int i = 0; i < count; i++) {
        sum += samples[i];
    }

    // Any caller can pass 0.
    sum = (int)sum / divisor;

    report->mean = sum;
}
