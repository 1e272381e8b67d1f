/* The accounts of the system, each with a group of its own: name, number, folder. The libc model
 * (accounts.c) and the native harness of tests (assay_identity.c) answer with the same. */

#ifndef ASSAY_ACCOUNTS_H
#define ASSAY_ACCOUNTS_H

#define ASSAY_ACCOUNTS(ACCOUNT)       \
    ACCOUNT("root", 0, "/root")       \
    ACCOUNT("user", 1000, "/home/user")

#endif
