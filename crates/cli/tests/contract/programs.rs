//! The programs that the contract is tried on.

/// Four paths, six branches, all of which can be reached.
pub const SMALL: &str = "int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < -1000)
        return 1;
    if (x == 123456)
        return 2;
    if (x * 3 == 21)
        return 3;
    return 0;
}
";

/// One of its four branches cannot be reached.
pub const THREE_OF_FOUR: &str = "unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned x = __VERIFIER_nondet_uint() % 8;
    if (x > 5)
        return 1;
    if (x > 6)
        return 2;
    return 0;
}
";

/// More paths than any budget allows for, and a branch that none of them reaches.
pub const ENDLESS_PATHS: &str = "int __VERIFIER_nondet_int(void);
int main(void) {
    unsigned sum = 0;
    for (int i = 0; i < 4000; i++) {
        if (__VERIFIER_nondet_int() > i)
            sum += 2 * i;
        else
            sum += 4;
    }
    if (sum % 2 == 1)
        return 1;
    return 0;
}
";

/// One path without an end.
pub const ENDLESS_LOOP: &str = "int main(void) {
    volatile unsigned steps = 0;
    while (steps != 1)
        steps += 2;
    return 0;
}
";

/// A question that no solver answers in time: a product of two large primes.
pub const HARD_QUESTION: &str = "unsigned long __VERIFIER_nondet_ulong(void);
int main(void) {
    unsigned long a = __VERIFIER_nondet_ulong(), b = __VERIFIER_nondet_ulong();
    if (a >> 32 || b >> 32 || a < 3 || b < 3)
        return 0;
    if (a * b == 4294967291ul * 4294967279ul)
        return 1;
    return 0;
}
";

/// Paths without an end that hold on to ever more memory.
pub const MEMORY_HUNGRY: &str = "#include <stdlib.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    unsigned odd = 0;
    for (int i = 0; i < 100000; i++) {
        char *block = malloc(4096);
        memset(block, i, 4096);
        if (__VERIFIER_nondet_int() > i)
            block[i % 4096] = (char)__VERIFIER_nondet_int();
        odd |= block[i % 4096] == 77 && block[(i + 1) % 4096] == 78;
    }
    if (odd > 1)
        return 1;
    return 0;
}
";

/// Many paths that do not end natively either, and errors that only a sanitizer sees.
pub const SLOW_TO_CONFIRM: &str = "int __VERIFIER_nondet_int(void);
int main(void) {
    volatile int table[4] = {1, 2, 3, 4}, steps = 0, sum = 0;
    for (int i = 0; i < 40; i++) {
        int x = __VERIFIER_nondet_int();
        if (x == 1000 + i)
            while (steps != 1)
                steps += 2;
        if (x > 0 && x < 20)
            sum += table[x];
    }
    return sum;
}
";

/// As many tests as cases, each with a question of its own to the solver.
pub fn many_cases(count: u32) -> String {
    let case = |n: u32| format!("    if (x * {} + y == {}) return {n};\n", 2 * n + 3, n * 7919);
    let cases: String = (1..=count).map(case).collect();
    format!(
        "unsigned __VERIFIER_nondet_uint(void);
int main(void) {{
    unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
{cases}    return 0;
}}
"
    )
}

/// Some of its branches need several inputs that fit together, so that strategies differ.
pub const MAZE: &str = "
int __VERIFIER_nondet_int(void);
int main(void) {
    int n = 0;
    for (int i = 0; i < 6; i++) {
        int c = __VERIFIER_nondet_int();
        if (c == 'a') n += 1;
        else if (c == 'b') n *= 2;
        else if (c > 1000) { if (n == 3) return 1; }
        else if (c == 77 && n == 4) return 2;
    }
    if (n == 12) return 3;
    if (n == 17) return 4;
    return 0;
}
";
