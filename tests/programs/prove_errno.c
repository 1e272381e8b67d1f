//! what: proofs: errno changes behind the back of the program

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    char digits[] = "99999999999999999999";
    char buffer[1];
    int length = __VERIFIER_nondet_int(), kept = 0;
    if (length < 0)
        return 8;
    if (length > 20)
        return 9;
    digits[length] = 0;
    errno = 0;
    strtol(digits, 0, 10);
    if (errno == ERANGE)
        return 1;
    errno = 0;
    if (access("missing", F_OK) == 0) // infeasible, unproved: true
        return 2;
    if (errno == 0) // infeasible, unproved: true
        return 3;
    errno = 0;
    if (read(-1, buffer, 1) >= 0) // infeasible, unproved: true
        return 4;
    if (errno != EBADF) // infeasible, unproved: true
        return 5;
    kept = errno;
    if (kept != errno) // infeasible, unproved: true
        return 6;
    if (length > 20) // infeasible: true
        return 7;
    return 0;
}
