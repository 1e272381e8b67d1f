// The accounts and groups of the system: those of the administrator and of the process itself.

#include "accounts.h"
#include "assay.h"

struct passwd {
    char *name, *password;
    unsigned user, group;
    char *remark, *folder, *shell;
};

struct group {
    char *name, *password;
    unsigned number;
    char **members;
};

static char *nobody[] = {NULL};

#define ACCOUNT(name, number, folder) {name, "x", number, number, name, folder, "/bin/bash"},
#define GROUP(name, number, folder) {name, "x", number, nobody},

static struct passwd accounts[] = {ASSAY_ACCOUNTS(ACCOUNT)};
static struct group groups[] = {ASSAY_ACCOUNTS(GROUP)};

enum { COUNT = sizeof accounts / sizeof *accounts };

static unsigned next_account, next_group;

struct passwd *getpwuid(unsigned user) {
    for (int i = 0; i < COUNT; i++)
        if (accounts[i].user == user)
            return &accounts[i];
    return NULL;
}

struct passwd *getpwnam(const char *name) {
    for (int i = 0; i < COUNT; i++)
        if (strcmp(accounts[i].name, name) == 0)
            return &accounts[i];
    return NULL;
}

struct passwd *getpwent(void) {
    return next_account < COUNT ? &accounts[next_account++] : NULL;
}

void setpwent(void) {
    next_account = 0;
}

void endpwent(void) {
    next_account = 0;
}

struct group *getgrgid(unsigned number) {
    for (int i = 0; i < COUNT; i++)
        if (groups[i].number == number)
            return &groups[i];
    return NULL;
}

struct group *getgrnam(const char *name) {
    for (int i = 0; i < COUNT; i++)
        if (strcmp(groups[i].name, name) == 0)
            return &groups[i];
    return NULL;
}

struct group *getgrent(void) {
    return next_group < COUNT ? &groups[next_group++] : NULL;
}

void setgrent(void) {
    next_group = 0;
}

void endgrent(void) {
    next_group = 0;
}

char *getlogin(void) {
    return accounts[1].name;
}

int getgroups(int size, unsigned *list) {
    if (size < 0) {
        errno = EINVAL;
        return -1;
    }
    if (size > 0)
        list[0] = groups[1].number;
    return 1;
}
