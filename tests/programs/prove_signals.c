//! what: proofs: a handler of a signal jumps to where no straight way leads
//! finding: division-by-zero 47
//! finding: null-dereference 50
//! finding: null-dereference 52
//! finding: assertion 55
//! finding: abort 59

#include <assert.h>
#include <setjmp.h>
#include <signal.h>
#include <string.h>

int __VERIFIER_nondet_int(void);

static sigjmp_buf back;
static volatile int mode;

static void jump(int number) {
    if (mode == 7)
        siglongjmp(back, 100);
    siglongjmp(back, number);
}

static void inform(int number, siginfo_t *info, void *context) {
    siglongjmp(back, info->si_addr == (void *)8 ? 100 + number : 200);
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    mode = __VERIFIER_nondet_int();
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = inform;
    action.sa_flags = SA_SIGINFO;
    sigaction(SIGSEGV, &action, NULL);
    signal(SIGFPE, jump);
    signal(SIGABRT, jump);
    signal(SIGILL, jump);
    switch (sigsetjmp(back, 1)) {
    case 0: break;
    case SIGFPE: return 1;
    case SIGABRT: return 2;
    case SIGILL: return 3;
    case 100: return 4;
    default: return 5;
    }
    if (mode < 10 && 10 / x == 3)
        return 6;
    if (mode == 11)
        return *(int *)8;
    if (mode == 12)
        return *(int *)16;
    if (mode == 13) {
        // The condition fails, and the handler goes on elsewhere.
        assert(x != 9);
        return 7;
    }
    if (mode == 14)
        __builtin_trap();
    return 0;
}
