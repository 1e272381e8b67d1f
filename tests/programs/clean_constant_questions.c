//! what: what __builtin_constant_p asks about is not evaluated
//! run: exit 3
//! findings: none

static int count;

static int touch(void) {
    count++;
    return 1;
}

static int far(const char *text) {
    // Nothing is read there.
    return __builtin_constant_p(text[123456]);
}

static int kind(const int *at, int x) {
    return __builtin_constant_p(*at + x * 2) ? 1 : 2;
}

int main(void) {
    int answer = __builtin_constant_p(touch());
    return far("hi") + answer + count + kind(0, 4) + __builtin_constant_p(3 + 4);
}
