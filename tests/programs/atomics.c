//! what: C11 atomics and the __atomic builtins on one thread
//! run: exit 31
//! out: 5 8 -2 -2
//! out: 4 1099511627776
//! out: 0 77 77
//! out: 1 77 2
//! out: 15 -6 -6 -7
//! out: 0 1

#include <stdatomic.h>
#include <stdio.h>

int main(void) {
    atomic_int a = 5;
    _Atomic unsigned char small = 250;
    atomic_llong wide = 1;
    printf("%d ", atomic_fetch_add(&a, 3));
    printf("%d ", atomic_fetch_sub(&a, 10));
    printf("%d ", atomic_load(&a));
    printf("%d\n", atomic_exchange(&a, 77));
    small += 10;
    wide <<= 40;
    printf("%d %lld\n", small, (long long)wide);
    int expected = 1;
    _Bool done = atomic_compare_exchange_strong(&a, &expected, 2);
    printf("%d %d %d\n", done, expected, a);
    done = atomic_compare_exchange_strong(&a, &expected, 2);
    printf("%d %d %d\n", done, expected, a);
    int plain = 6;
    printf("%d ", __atomic_or_fetch(&plain, 9, __ATOMIC_SEQ_CST));
    printf("%d ", __atomic_nand_fetch(&plain, 5, __ATOMIC_RELAXED));
    printf("%d ", __sync_fetch_and_xor(&plain, 3));
    printf("%d\n", __sync_val_compare_and_swap(&plain, plain, 31));
    atomic_flag flag = ATOMIC_FLAG_INIT;
    int was = atomic_flag_test_and_set(&flag);
    printf("%d %d\n", was, atomic_flag_test_and_set(&flag));
    atomic_thread_fence(memory_order_seq_cst);
    return plain;
}
