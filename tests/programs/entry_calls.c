//! what: functions of the program that the compiler calls where others begin and end
//! flags: -finstrument-functions
//! run: exit 43

static int depth, deepest, calls;

__attribute__((no_instrument_function)) void __cyg_profile_func_enter(void *function, void *site) {
    (void)site;
    calls += function != 0;
    depth++;
    if (depth > deepest)
        deepest = depth;
}

__attribute__((no_instrument_function)) void __cyg_profile_func_exit(void *function, void *site) {
    (void)function, (void)site;
    depth--;
}

static int inner(int x) {
    return x + 1;
}

static int outer(int x) {
    if (x > 3)
        return inner(x);
    return inner(inner(x));
}

int main(void) {
    int sum = outer(1) + outer(5);
    // Six calls, three of them at once, and only main is left.
    return sum == 9 && depth == 1 ? 10 * calls / 2 + deepest + 10 : 1;
}
